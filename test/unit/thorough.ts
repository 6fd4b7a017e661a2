/**
 * Whether all of what takes long is gone through (`npm run test:all`, CI), or a part of it, as `npm test` does. The
 * part is the same in every run.
 */
const IS_THOROUGH = process.env['PORTCULLIS_TEST_THOROUGH'] === '1';

/** `part` of what is gone through where time is short. */
export const thorough = (all: number, part: number): number => (IS_THOROUGH ? all : part);
