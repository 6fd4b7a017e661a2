import { requireTexts } from '../training/text-file.ts';
import { tell } from './command.ts';

/**
 * The texts of labelled files. Of labels without a text a line says how many there are.
 *
 * @param read Reads one file.
 * @throws GatewayError `CONFIG_INVALID` for a file that cannot be read, or that holds no text.
 */
export const readLabelledFiles = <T>(
  files: readonly string[],
  read: (file: string, onTextless: (count: number) => void) => readonly T[],
): readonly T[] =>
  files.flatMap((file) => {
    const tellTextless = (count: number): void =>
      tell(
        `portcullis: ${file}: ${count} of its labels are left out: their texts were not kept (store.fullText).`,
      );
    return requireTexts(file, read(file, tellTextless));
  });
