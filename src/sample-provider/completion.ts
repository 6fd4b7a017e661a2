import { z } from 'zod';
import { badRequest, MAX_BODY_BYTES, type Scenario } from './scenarios.ts';

const MAX_CHOICES = 128;
const ECHO_CHARS = 500;
const CHUNK_CHARS = 12;
const MAX_CHUNKS = 2000;
const FILLER = 'The quick brown fox jumps over the lazy dog. ';

const Part = z.looseObject({ type: z.string(), text: z.string().optional() });
const Message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(Part), z.null()]).optional(),
});
const Tool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string(),
    parameters: z
      .looseObject({
        properties: z.record(z.string(), z.looseObject({ type: z.unknown() })).optional(),
      })
      .optional(),
  }),
});

/** The part of OpenAI's request that the sample provider looks at. */
const ChatRequestSchema = z.looseObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  n: z.int().min(1).max(MAX_CHOICES).nullish(),
  tools: z.array(Tool).optional(),
  tool_choice: z
    .union([z.string(), z.looseObject({ function: z.looseObject({ name: z.string() }) })])
    .optional(),
});
export type ChatRequest = z.output<typeof ChatRequestSchema>;
type ToolDefinition = z.output<typeof Tool>;

/** @throws ProviderError 400 */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('We could not parse the JSON body of your request.');
  }
};

/** @throws ProviderError 400 */
export const parseChatRequest = (text: string): ChatRequest => {
  const result = ChatRequestSchema.safeParse(parseJson(text));
  if (!result.success) throw badRequest(`Invalid chat request: ${z.prettifyError(result.error)}`);
  return result.data;
};

const textOf = ({ content }: z.output<typeof Message>): string => {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('\n');
};

const shortened = (text: string): string => {
  const characters = Array.from(text.slice(0, ECHO_CHARS * 2));
  return characters.length > ECHO_CHARS ? `${characters.slice(0, ECHO_CHARS).join('')}…` : text;
};

const lastUserText = ({ messages }: ChatRequest): string => {
  const message = messages.findLast(({ role }) => role === 'user');
  return message === undefined ? '' : textOf(message);
};

/** The tool to call, or undefined for an answer in words. */
const chosenTool = (request: ChatRequest): ToolDefinition | undefined => {
  const { tools = [], tool_choice: choice } = request;
  if (choice === 'none') return undefined;
  if (choice === 'required') return tools[0];
  if (typeof choice === 'object') return tools.find((tool) => tool.function.name === choice.function.name);
  if (request.messages.at(-1)?.role === 'tool') return undefined;
  const text = lastUserText(request);
  const named = tools.find((tool) => text.includes(tool.function.name));
  return named ?? (/\b(?:use|call) (?:a|the|your) tool\b/i.test(text) ? tools[0] : undefined);
};

const SAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  integer: 1,
  number: 1,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

/** Strings get the user's text, all else a fixed value of its type. */
const toolArguments = (tool: ToolDefinition, request: ChatRequest): string => {
  const properties = Object.entries(tool.function.parameters?.properties ?? {});
  const text = shortened(lastUserText(request));
  return JSON.stringify(
    Object.fromEntries(properties.map(([name, { type }]) => [name, SAMPLE_VALUES[String(type)] ?? text])),
  );
};

const answerText = (request: ChatRequest, scenario: Scenario): string => {
  if (scenario.answer !== undefined) return scenario.answer;
  const bytes = scenario['body-bytes'];
  if (bytes !== undefined) return FILLER.repeat(Math.ceil(bytes / FILLER.length)).slice(0, bytes);
  const last = request.messages.at(-1);
  const said =
    last?.role === 'tool'
      ? `The tool said: ${shortened(textOf(last))}`
      : `You said: ${shortened(lastUserText(request))}`;
  return `Hello from Portcullis's sample provider. ${said}`;
};

/** What will be answered, before it is a JSON body or a stream. */
export type Answer = Readonly<{
  id: string;
  createdAt: number;
  model: string;
  choices: number;
  /** The text, or the arguments of the tool call. */
  text: string;
  toolName: string | null;
  usage: Readonly<{ prompt_tokens: number; completion_tokens: number; total_tokens: number }>;
}>;

const tokens = (chars: number): number => Math.ceil(chars / 4);

/** @param sequence Number of this request, for ids that are the same in every run. */
export const answerTo = (
  request: ChatRequest,
  scenario: Scenario,
  sequence: number,
  nowMs: number,
): Answer => {
  const tool = chosenTool(request);
  const text =
    tool === undefined ? answerText(request, scenario) : (scenario.answer ?? toolArguments(tool, request));
  const choices = request.n ?? 1;
  if (text.length * choices > MAX_BODY_BYTES) throw badRequest('The answer would be too large.');
  const prompt = tokens(request.messages.reduce((sum, message) => sum + textOf(message).length, 0));
  const completion = tokens(text.length) * choices;
  return {
    id: `chatcmpl-sample-${sequence}`,
    createdAt: Math.floor(nowMs / 1000),
    model: request.model,
    choices,
    text,
    toolName: tool?.function.name ?? null,
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
    },
  };
};

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const callId = (answer: Answer, choice: number): string => `call_${answer.id}_${choice}`;
const finishReason = (answer: Answer): string => (answer.toolName === null ? 'stop' : 'tool_calls');

const head = (answer: Answer, object: string) => ({
  id: answer.id,
  object,
  created: answer.createdAt,
  model: answer.model,
  system_fingerprint: 'fp_sample',
});

const messageOf = (answer: Answer, choice: number) =>
  answer.toolName === null
    ? { role: 'assistant', content: answer.text, refusal: null }
    : {
        role: 'assistant',
        content: null,
        refusal: null,
        tool_calls: [
          {
            id: callId(answer, choice),
            type: 'function',
            function: { name: answer.toolName, arguments: answer.text },
          },
        ],
      };

/** The body of an answer that is not streamed. */
export const completionBody = (answer: Answer): string =>
  JSON.stringify({
    ...head(answer, 'chat.completion'),
    choices: indexes(answer.choices).map((index) => ({
      index,
      message: messageOf(answer, index),
      logprobs: null,
      finish_reason: finishReason(answer),
    })),
    usage: answer.usage,
  });

const firstDelta = (answer: Answer, choice: number) =>
  answer.toolName === null
    ? { role: 'assistant', content: '', refusal: null }
    : {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            index: 0,
            id: callId(answer, choice),
            type: 'function',
            function: { name: answer.toolName, arguments: '' },
          },
        ],
      };

const textDelta = (answer: Answer, piece: string) =>
  answer.toolName === null
    ? { content: piece }
    : { tool_calls: [{ index: 0, function: { arguments: piece } }] };

/** Cuts after `size` UTF-16 code units, but never inside a surrogate pair. */
function* cut(text: string, size: number): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + size, text.length);
    if ((text.codePointAt(end - 1) ?? 0) > 0xffff) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

/** The events of a streamed answer, each with its blank line, `[DONE]` included. */
export function* completionEvents(
  answer: Answer,
  options: Readonly<{ includeUsage: boolean; chunkChars: number | undefined }>,
): Generator<string> {
  const size = options.chunkChars ?? Math.max(CHUNK_CHARS, Math.ceil(answer.text.length / MAX_CHUNKS));
  const usage = options.includeUsage ? { usage: null } : {};
  const event = (choices: readonly unknown[], extra: object = usage): string =>
    `data: ${JSON.stringify({ ...head(answer, 'chat.completion.chunk'), choices, ...extra })}\n\n`;
  const chunk = (index: number, delta: object, reason: string | null): string =>
    event([{ index, delta, logprobs: null, finish_reason: reason }]);

  const all = indexes(answer.choices);
  for (const index of all) yield chunk(index, firstDelta(answer, index), null);
  for (const piece of cut(answer.text, size)) {
    for (const index of all) yield chunk(index, textDelta(answer, piece), null);
  }
  for (const index of all) yield chunk(index, {}, finishReason(answer));
  if (options.includeUsage) yield event([], { usage: answer.usage });
  yield 'data: [DONE]\n\n';
}
