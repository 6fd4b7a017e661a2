import { ApiFailure, call, unreachable } from './client.ts';

/** Whatever it answers. */
const serverAnswers = async (): Promise<boolean> => {
  try {
    await call('GET', '/session');
    return true;
  } catch (error) {
    return error instanceof ApiFailure && error.status !== 0;
  }
};

/**
 * The code of a page. Where it is missing, as after an upgrade, the router loads the window anew; where no server would answer
 * that, the window stays and says so.
 */
export const arriving =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    try {
      return await load();
    } catch (error) {
      if (await serverAnswers()) throw error;
      throw unreachable();
    }
  };
