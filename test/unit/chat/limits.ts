import { GatewayError } from '../../../src/errors.ts';

export const LIMITS = { maxDepth: 128, maxSegments: 50_000, maxTextChars: 1_000_000 };

/** What a function refuses with; undefined where it returns. Anything but a GatewayError is passed on. */
export const refusal = (run: () => unknown): { code: string; param: string | null } | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { code: error.code, param: error.param };
  }
};
