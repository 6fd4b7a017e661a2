import { EntitiesSchema } from '../../config/entities.ts';
import { type ErrorCode, GatewayError } from '../../errors.ts';
import { createRateLimiter } from '../../keys/rate-limit.ts';
import type { StoredKey } from '../../records/store.ts';
import { Playground, PlaygroundRequest } from '../api/policy.ts';
import type { Api, Call } from '../api-router.ts';
import type { DashboardDeps } from '../context.ts';
import { currentPolicy } from '../current-policy.ts';
import { ApiFailure } from '../failure.ts';
import { readBytes } from '../read-request.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_LINES = 1000;
const LINES = ['application/x-ndjson', 'application/jsonl'];
/** What no text is to blame for. */
const OURS: ReadonlySet<ErrorCode> = new Set(['CONFIG_INVALID', 'STORE_FAILED']);
const BEARER = /^Bearer (pcl_\w{1,100})$/i;

/** No more of them than it takes to see that there are too many. */
const linesIn = (text: string): readonly string[] => {
  const lines: string[] = [];
  for (const [line] of text.matchAll(/\S[^\n]*/g)) if (lines.push(line) > MAX_LINES) break;
  return lines;
};

const unauthorised = (code: string, message: string): ApiFailure =>
  new ApiFailure('authentication_error', code, message);

/** @throws ApiFailure 413, 415. */
const linesOf = async (
  request: Request,
): Promise<Readonly<{ lines: readonly string[]; isLines: boolean }>> => {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isLines = LINES.includes(type);
  if (!isLines && type !== 'application/json') {
    throw new ApiFailure('invalid_request_error', 'unsupported_content_type', 'Send JSON or JSON Lines.', {
      status: 415,
    });
  }
  const text = new TextDecoder().decode(await readBytes(request, MAX_BYTES));
  const lines = isLines ? linesIn(text) : [text];
  if (lines.length <= MAX_LINES) return { lines, isLines };
  throw new ApiFailure('invalid_request_error', 'too_large', `At most ${MAX_LINES} lines.`, { status: 413 });
};

type PolicySection = Parameters<DashboardDeps['scanner']['line']>[1];

/** What a key says about an entity goes before what the settings say, each direction for itself. */
const withEntities = (policy: PolicySection, { entities }: StoredKey): PolicySection => {
  const read = entities === null ? null : EntitiesSchema.safeParse(entities);
  if (read?.success !== true) return policy;
  const own = Object.entries(read.data).map(([name, each]) => [name, { ...policy.entities[name], ...each }]);
  return { ...policy, entities: { ...policy.entities, ...Object.fromEntries(own) } };
};

export const scanRoutes = (api: Api, deps: DashboardDeps): void => {
  const limiter = createRateLimiter(() => performance.now());

  api.json(
    'POST /playground',
    {
      summary: 'Scan a text or a chat request and see every step; nothing is stored',
      tag: 'Rules',
      body: PlaygroundRequest,
      maxBytes: 2 * 1024 * 1024,
      anyText: true,
      response: Playground,
    },
    async ({ body }) => {
      if ((body.text === undefined) === (body.body === undefined)) {
        throw new ApiFailure('invalid_request_error', 'invalid_request', 'Give either text or body.', {
          param: 'text',
        });
      }
      const { effective } = await currentPolicy(deps.store, deps.locked());
      try {
        return await deps.scanner.playground(body, effective);
      } catch (error) {
        if (!(error instanceof GatewayError) || OURS.has(error.code)) throw error;
        // What the gateway would have refused.
        throw new ApiFailure('invalid_request_error', error.code.toLowerCase(), error.message, {
          param: 'body',
        });
      }
    },
  );

  const keyOf = async ({ c }: Call<unknown, unknown>): Promise<StoredKey> => {
    const secret = c.req.header('x-gateway-key') ?? BEARER.exec(c.req.header('authorization') ?? '')?.[1];
    if (secret === undefined)
      throw unauthorised('missing_gateway_key', 'Send a gateway key in X-Gateway-Key.');
    const found = await deps.findKey(secret);
    if (found.status === 'valid') return found.key;
    const kind = found.status === 'revoked' || found.status === 'expired' ? found.status : 'invalid';
    throw unauthorised(`${kind}_gateway_key`, `The gateway key is ${kind}.`);
  };

  const limit = ({ id, rateLimitPerMinute }: StoredKey): void => {
    const taken = rateLimitPerMinute === null ? null : limiter.take(id, rateLimitPerMinute);
    if (taken === null || taken.allowed) return;
    throw new ApiFailure('rate_limit_error', 'rate_limit_exceeded', 'Over the key’s rate limit.', taken);
  };

  api.raw(
    'POST /scan',
    {
      summary: 'Scan texts or chat requests: shapes of `portcullis scan`; one JSON object, or JSON Lines',
      tag: 'Scan',
      takes: ['application/json', ...LINES],
      produces: ['application/json', 'application/x-ndjson'],
    },
    async (call) => {
      const key = await keyOf(call);
      // A few bytes may unfold to megabytes: that is paid for first.
      limit(key);
      const { lines, isLines } = await linesOf(call.c.req.raw);
      const { effective } = await currentPolicy(deps.store, deps.locked());
      const policy = withEntities(effective, key);
      const answers: string[] = [];
      for (const line of lines) {
        // Of a thousand lines that nobody waits for any more, the rest would only keep others waiting.
        if (call.c.req.raw.signal.aborted) break;
        answers.push(await deps.scanner.line(line, policy));
      }
      const hasFailed = !isLines && answers.some((answer) => 'error' in Object(JSON.parse(answer)));
      return new Response(`${answers.join('\n')}\n`, {
        status: hasFailed ? 422 : 200,
        headers: { 'content-type': isLines ? 'application/x-ndjson' : 'application/json' },
      });
    },
  );
};
