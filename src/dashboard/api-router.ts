import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { GatewayError } from '../errors.ts';
import type { StoredSession, StoredUser } from '../records/ports/accounts.ts';
import type { Logger } from '../telemetry/logger.ts';
import { ApiError } from './api/common.ts';
import { clientAddress, isFromOwnPage } from './auth/origin.ts';
import type { Sessions, SignedIn } from './auth/sessions.ts';
import type { DashboardDeps } from './context.ts';
import { ApiFailure, notFound, toErrorResponse } from './failure.ts';
import { isStorable, readBody, readQuery } from './read-request.ts';
import { type Access, isAtLeast, PERMISSIONS, type RouteName } from './routes/permissions.ts';

export const API_PREFIX = '/api/v1';
const TIMEOUT_MS = 30_000;
/** Types that whoever reads them takes apart, so that the answer is no string. */
const PARSED: ReadonlySet<string> = new Set(['application/json', 'application/yaml']);
const DEFAULT_MAX_BYTES = 256 * 1024;
/** Of whoever need not sign in: a name, an e-mail, a password and a token. */
const STRANGER_MAX_BYTES = 16 * 1024;

/** What a schema gives, with lists that nobody changes. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

type Shape = z.ZodObject;
type None = z.ZodObject<Record<never, never>>;

type Common<Q extends Shape, B extends z.ZodType> = Readonly<{
  summary: string;
  query?: Q;
  body?: B;
  /** Most bytes of the body. */
  maxBytes?: number;
  /** Its texts are looked at and not kept, so that they may hold what no store keeps. */
  anyText?: true;
  /** Whose work this is; the groups of the documentation. */
  tag: string;
}>;

export type JsonSpec<Q extends Shape, B extends z.ZodType, R extends z.ZodType> = Common<Q, B> &
  Readonly<{ status?: 200 | 201; response: R }>;
export type EmptySpec<Q extends Shape, B extends z.ZodType> = Common<Q, B>;
export type RawSpec<Q extends Shape> = Readonly<{
  summary: string;
  tag: string;
  query?: Q;
  /** Content types of the answer; none where it is a redirect. */
  produces: readonly string[];
  /** The body is not read: the handler does it. */
  takes?: readonly string[];
  /** A page asks for it as long as it is open, whether or not somebody looks at it. */
  unattended?: true;
}>;

/** One call of one route, all of it checked. */
export type Call<Q, B> = Readonly<{
  c: Context;
  query: Q;
  body: B;
  param: (name: string) => string;
  /** Null where nobody is signed in; only routes for anyone and for keys see that. */
  caller: SignedIn | null;
  user: StoredUser;
  session: StoredSession;
  /** Of whoever asks. */
  address: string;
}>;

export type Api = Readonly<{
  app: OpenAPIHono;
  /** Which route a request came to; null where none took it. */
  routeOf: (request: Request) => RouteName | null;
  sessions: Sessions;
  /** A route that answers with JSON. What its schema does not name never leaves. */
  json: <R extends z.ZodType, Q extends Shape = None, B extends z.ZodType = z.ZodUndefined>(
    name: RouteName,
    spec: JsonSpec<Q, B, R>,
    handle: (call: Call<z.output<Q>, z.output<B>>) => Promise<Frozen<z.input<R>>>,
  ) => void;
  /** A route that answers 204. */
  empty: <Q extends Shape = None, B extends z.ZodType = z.ZodUndefined>(
    name: RouteName,
    spec: EmptySpec<Q, B>,
    handle: (call: Call<z.output<Q>, z.output<B>>) => Promise<void>,
  ) => void;
  /** A route that answers with anything else: files, streams, redirects. */
  raw: <Q extends Shape = None>(
    name: RouteName,
    spec: RawSpec<Q>,
    handle: (call: Call<z.output<Q>, undefined>) => Promise<Response>,
  ) => void;
  /** Makes an answer page by page, and no further page for whoever may not have it any more. */
  whileAllowed: <Page>(
    call: Pick<Call<unknown, unknown>, 'c'>,
    name: RouteName,
    next: (cursor: string | null) => Promise<Page>,
  ) => (cursor: string | null) => Promise<Page>;
  audit: (
    call: Pick<Call<unknown, unknown>, 'caller' | 'address'>,
    action: string,
    target: string | null,
    details?: Readonly<Record<string, unknown>>,
  ) => Promise<void>;
}>;

const inTime = async <T>(work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      late.reject(
        new ApiFailure('server_error', 'timeout', 'That took too long; ask for less.', { status: 503 }),
      ),
    TIMEOUT_MS,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** @returns What the caller may know of an error; everything else is logged. */
export const failureOf = (error: unknown, logger: Logger): ApiFailure => {
  if (error instanceof ApiFailure) return error;
  if (error instanceof GatewayError && error.code === 'USAGE') {
    const param = error.param === null ? {} : { param: error.param };
    return new ApiFailure('invalid_request_error', 'invalid_request', error.message, param);
  }
  logger.error({ err: error }, 'a request to the dashboard failed');
  if (error instanceof GatewayError && error.code === 'STORE_FAILED') {
    return new ApiFailure('server_error', 'store_unavailable', 'The store does not answer.', { status: 503 });
  }
  return new ApiFailure('server_error', 'internal_error', 'Something went wrong here.');
};

/** No session is needed for it. */
const isForAnybody = (access: Access): access is 'anyone' | 'key' => access === 'anyone' || access === 'key';

const refuseAccess = (access: Access, caller: SignedIn | null): void => {
  if (isForAnybody(access)) return;
  if (caller === null) {
    throw new ApiFailure('authentication_error', 'not_signed_in', 'Sign in first.');
  }
  if (!isAtLeast(caller.user.role, access)) {
    throw new ApiFailure('permission_error', 'not_allowed', `This needs the role ${access}.`);
  }
};

const nobody = (): never => {
  throw new ApiFailure('authentication_error', 'not_signed_in', 'Sign in first.');
};

const splitName = (name: RouteName): { method: string; path: string } => {
  const [method = '', path = ''] = name.split(' ');
  return { method, path };
};

/** Register routes with it: each checks origin, access, query and body before its handler runs, and is documented. */
export const createApi = (deps: DashboardDeps, sessions: Sessions, audit: Api['audit']): Api => {
  const app = new OpenAPIHono();
  const routes = new WeakMap<Request, RouteName>();
  app.onError((error) => toErrorResponse(failureOf(error, deps.logger)));

  const admit = async (
    c: Context,
    access: Access,
    askFor: (c: Context) => Promise<SignedIn | null>,
  ): Promise<SignedIn | null> => {
    if (access === 'key') return null;
    const own = deps.settings.publicUrl ?? null;
    const asked = {
      method: c.req.method,
      origin: c.req.header('origin'),
      fetchSite: c.req.header('sec-fetch-site'),
      host: c.req.header('host') ?? new URL(c.req.url).host,
    };
    if (!isFromOwnPage(asked, own)) {
      throw new ApiFailure('permission_error', 'foreign_origin', 'This request comes from another site.');
    }
    const caller = await askFor(c);
    refuseAccess(access, caller);
    return caller;
  };

  /** A body may be a minute in coming, and whoever sends it may have been let go meanwhile. */
  const stillAdmitted = async (
    c: Context,
    access: Access,
    caller: SignedIn | null,
  ): Promise<SignedIn | null> => {
    if (isForAnybody(access)) return caller;
    const still = await sessions.find(c);
    refuseAccess(access, still);
    return still;
  };

  const callOf = <Q, B>(c: Context, caller: SignedIn | null, query: Q, body: B): Call<Q, B> => ({
    c,
    query,
    body,
    caller,
    param: (name) => {
      const value = c.req.param(name) ?? '';
      if (!isStorable(value)) throw notFound(name);
      return value;
    },
    get user() {
      return caller?.user ?? nobody();
    },
    get session() {
      return caller?.session ?? nobody();
    },
    address: clientAddress(
      deps.socketAddress(c.env),
      c.req.header('x-forwarded-for'),
      deps.settings.trustedProxies,
    ),
  });

  const register = (
    name: RouteName,
    handle: (c: Context, caller: SignedIn | null) => Promise<Response>,
    askFor = sessions.use,
  ): void => {
    const { method, path } = splitName(name);
    app.on(method, `${API_PREFIX}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, async (c) => {
      routes.set(c.req.raw, name);
      const response = await handle(c, await admit(c, PERMISSIONS[name], askFor));
      // Nobody reads it, and a stream would go on for ever.
      if (c.req.method === 'HEAD') await response.body?.cancel();
      return response;
    });
  };

  const document = (
    name: RouteName,
    spec: Readonly<{ summary: string; tag: string; query?: Shape; body?: z.ZodType }>,
    answers: Readonly<Record<string, object>>,
    bodyTypes: readonly string[] = ['application/json'],
  ): void => {
    const { method, path } = splitName(name);
    const access = PERMISSIONS[name];
    const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => [param, z.string()] as const);
    const failure = { description: 'What went wrong', content: { 'application/json': { schema: ApiError } } };
    const content = Object.fromEntries(bodyTypes.map((type) => [type, { schema: spec.body ?? z.unknown() }]));
    app.openAPIRegistry.registerPath({
      method: method.toLowerCase() as 'get',
      path: `${API_PREFIX}${path}`,
      summary: spec.summary,
      tags: [spec.tag],
      description: access === 'anyone' ? 'Needs no session.' : `Needs: ${access}.`,
      security: access === 'anyone' ? [] : [access === 'key' ? { gatewayKey: [] } : { session: [] }],
      request: {
        ...(params.length === 0 ? {} : { params: z.object(Object.fromEntries(params)) }),
        ...(spec.query === undefined ? {} : { query: spec.query }),
        ...(spec.body === undefined ? {} : { body: { required: true, content } }),
      },
      responses: { ...answers, default: failure },
    });
  };

  const take = async <Q extends Shape, B extends z.ZodType>(
    c: Context,
    caller: SignedIn | null,
    spec: Common<Q, B>,
    access: Access,
  ): Promise<Call<z.output<Q>, z.output<B>>> => {
    const query = readQuery(spec.query, new URL(c.req.url).searchParams);
    const body = await readBody(spec.body, c.req.raw, {
      maxBytes: spec.maxBytes ?? (access === 'anyone' ? STRANGER_MAX_BYTES : DEFAULT_MAX_BYTES),
      anyText: spec.anyText ?? false,
    });
    const still = spec.body === undefined ? caller : await stillAdmitted(c, access, caller);
    return callOf(c, still, query as z.output<Q>, body as z.output<B>);
  };

  return {
    app,
    routeOf: (request) => routes.get(request) ?? null,
    sessions,
    audit,
    whileAllowed:
      ({ c }, name, next) =>
      async (cursor) => {
        refuseAccess(PERMISSIONS[name], await sessions.find(c));
        return next(cursor);
      },
    json: (name, spec, handle) => {
      const status = spec.status ?? 200;
      document(name, spec, {
        [status]: { description: 'Done', content: { 'application/json': { schema: spec.response } } },
      });
      register(name, async (c, caller) => {
        const result = await inTime(handle(await take(c, caller, spec, PERMISSIONS[name])));
        return c.json(spec.response.parse(result) as object, status);
      });
    },
    empty: (name, spec, handle) => {
      document(name, spec, { 204: { description: 'Done' } });
      register(name, async (c, caller) => {
        await inTime(handle(await take(c, caller, spec, PERMISSIONS[name])));
        return c.body(null, 204);
      });
    },
    raw: (name, spec, handle) => {
      const content = Object.fromEntries(
        spec.produces.map((type) => [type, { schema: PARSED.has(type) ? z.unknown() : z.string() }]),
      );
      const body = spec.takes === undefined ? {} : { body: z.unknown() };
      document(
        name,
        { ...spec, ...body },
        spec.produces.length === 0
          ? { 302: { description: 'Goes on elsewhere' } }
          : { 200: { description: 'Done', content } },
        spec.takes,
      );
      const read = async (c: Context, caller: SignedIn | null) =>
        handle(
          callOf(
            c,
            caller,
            readQuery(spec.query, new URL(c.req.url).searchParams) as z.output<
              NonNullable<typeof spec.query>
            >,
            undefined,
          ),
        );
      register(name, read, spec.unattended === true ? sessions.find : sessions.use);
    },
  };
};
