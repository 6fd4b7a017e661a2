/*
 * Several decoders and detectors ask the same of a text, one right after the other, so what was found out last is remembered beside who
 * found it out, together with the text. Once a request is done nobody asks about its texts any more.
 */
const forgetful: (() => void)[] = [];

/** @param forget Lets go of the text in hand and of what is known of it; it is found out again where somebody asks after all. */
export const onForget = (forget: () => void): void => {
  forgetful.push(forget);
};

const ANYTHING = /^/;

/**
 * To be called once a request is done, so that no text is held until the next one comes. Copies of its last piece stand in buffers that
 * serve all texts, to be written over. What another request waits with is found out again: to forget costs time, never a finding.
 */
export const forgetTexts = (): void => {
  for (const forget of forgetful) forget();
  // The engine holds the text in which an expression was found last.
  ANYTHING.test('');
};
