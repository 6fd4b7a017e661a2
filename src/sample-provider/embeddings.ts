import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from './completion.ts';
import { badRequest } from './scenarios.ts';

const DIMENSIONS = 8;

const EmbeddingsRequestSchema = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1).max(2048)]),
  encoding_format: z.enum(['float', 'base64']).optional(),
});

/** The same text always has the same vector of unit length; nothing more is promised. */
const vectorOf = (text: string): Float32Array => {
  const digest = createHash('sha256').update(text).digest();
  const values = Float32Array.from(
    { length: DIMENSIONS },
    (_, index) => digest.readInt32LE(index * 4) / 2 ** 31,
  );
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
};

const littleEndianBase64 = (vector: Float32Array): string => {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
};

/** @throws ProviderError 400 */
export const embeddingsBody = (text: string): string => {
  const result = EmbeddingsRequestSchema.safeParse(parseJson(text));
  if (!result.success) throw badRequest(`Invalid embeddings request: ${z.prettifyError(result.error)}`);
  const { model, input, encoding_format: format } = result.data;
  const texts = typeof input === 'string' ? [input] : input;
  const tokens = Math.ceil(texts.reduce((sum, each) => sum + each.length, 0) / 4);
  return JSON.stringify({
    object: 'list',
    model,
    data: texts.map((each, index) => {
      const vector = vectorOf(each);
      const embedding = format === 'base64' ? littleEndianBase64(vector) : Array.from(vector);
      return { object: 'embedding', index, embedding };
    }),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
};
