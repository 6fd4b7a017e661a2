const FIRST = 33;
const SIZE = 94;

/** ROT13 for all signs of ASCII; twice gives the text back. */
export const rot47 = (text: string): string =>
  text.replace(/[!-~]/gu, (sign) =>
    String.fromCharCode(((sign.charCodeAt(0) - FIRST + SIZE / 2) % SIZE) + FIRST),
  );

const A = 97;
const LETTERS = 26;

/** Each letter of ASCII becomes another one, by its number from 0 to 25; its case stays. */
export const mapLetters = (text: string, change: (letter: number) => number): string =>
  text.replace(/[a-z]{1,4096}/giu, (run) => {
    let out = '';
    for (let i = 0; i < run.length; i++) {
      const code = run.charCodeAt(i);
      const base = code < A ? 65 : A;
      out += String.fromCharCode(base + change(code - base));
    }
    return out;
  });

export const shiftLetters = (text: string, shift: number): string =>
  mapLetters(text, (letter) => (letter + shift) % LETTERS);

/** The first letter becomes the last one, and so on. */
export const mirrorLetters = (text: string): string => mapLetters(text, (letter) => LETTERS - 1 - letter);

/** Characters of two units stay together. */
export const reverse = (text: string): string => [...text].reverse().join('');
