import { z } from 'zod';
import { parseAddress } from '../config/address.ts';
import type { Config } from '../config/schema.ts';
import { ROLES, type Role } from '../dashboard/api/access.ts';
import { hashPassword } from '../dashboard/auth/password.ts';
import { issueSetupLink, issueTicket } from '../dashboard/auth/tickets.ts';
import { newId } from '../dashboard/auth/tokens.ts';
import { publicUrlOf } from '../dashboard/public-url.ts';
import { openDashboardStore } from '../dashboard/store-seam.ts';
import { GatewayError } from '../errors.ts';
import { hasStore, noStore } from '../records/open.ts';
import type { AccountStore, StoredUser } from '../records/ports/accounts.ts';
import type { AuditStore } from '../records/ports/audit.ts';
import { notedDashboardAddress } from '../start/dashboard-address.ts';
import { noteAudit } from './audit.ts';
import { isDashboard } from './check-ports.ts';
import {
  type CliCommand,
  CONFIG_OPTIONS,
  configFrom,
  print,
  readChoice,
  readInteger,
  readOptions,
  tell,
} from './command.ts';
import { readInput } from './input.ts';
import { tellOfNewStore } from './new-store.ts';

const OPTIONS = {
  ...CONFIG_OPTIONS,
  email: { type: 'string' },
  name: { type: 'string' },
  role: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  'dashboard-port': { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Values = Readonly<ReturnType<typeof readOptions<typeof OPTIONS>>['values']>;
type People = AccountStore & AuditStore;

/** What the commands need besides the store; tests hand in their own. */
export type UsersIo = Readonly<{
  publicUrl: string;
  /** What people are to know of a link's address; null: nothing. */
  addressNote: string | null;
  readPassword: () => Promise<string>;
  print: (line: string) => void;
  /** To people, beside what was asked for. */
  tell: (line: string) => void;
  now: () => number;
}>;

const MIN_PASSWORD = 12;

const emailOf = ({ email }: Values): string => {
  if (email === undefined) throw new GatewayError('USAGE', 'Say --email ADDRESS.');
  const result = z.email().max(254).safeParse(email.toLowerCase());
  if (!result.success) throw new GatewayError('USAGE', `--email takes an address, not "${email}".`);
  return result.data;
};

const passwordFrom = async ({ readPassword }: UsersIo): Promise<string> => {
  const password = (await readPassword()).replace(/\r?\n$/, '');
  // Stands for what could not be read, and nobody could type it.
  if (password.includes('\uFFFD')) throw new GatewayError('USAGE', 'The password is not UTF-8.');
  if (password.length >= MIN_PASSWORD && password.length <= 256) return password;
  throw new GatewayError('USAGE', `The password needs ${MIN_PASSWORD} to 256 characters.`);
};

const note = (store: People, action: string, target: string, nowMs: number): Promise<void> =>
  noteAudit(store, { action, target }, nowMs);

/** @param done What is said to people where there is no link. */
const show = (io: UsersIo, { json }: Values, fields: Readonly<Record<string, string>>, done = ''): void => {
  io.print(json ? JSON.stringify(fields) : (fields['url'] ?? `${fields['email']} ${done}`));
  if (!json && fields['url'] !== undefined && io.addressNote !== null) io.tell(io.addressNote);
};

/**
 * The first account is its owner's. Whoever comes later may be anybody, and an owner may do everything.
 *
 * @throws GatewayError `USAGE` where there are accounts and no role is said.
 */
const roleOf = async (store: People, { role }: Values): Promise<Role> => {
  if (role === undefined && (await store.countUsers()) > 0)
    throw new GatewayError(
      'USAGE',
      `There are accounts already: say what this one may do, by --role ${ROLES.join('|')}.`,
    );
  return readChoice('role', role ?? 'owner', ROLES);
};

/** With a password an account, without one an invitation. */
const create = async (store: People, values: Values, io: UsersIo): Promise<void> => {
  const email = emailOf(values);
  if ((await store.findUserByEmail(email)) !== null) {
    throw new GatewayError('USAGE', `${email} has an account already.`);
  }
  const role = await roleOf(store, values);
  if (!values['password-stdin']) {
    const wanted = { kind: 'invitation', email, role, userId: null, createdBy: 'cli' } as const;
    const { ticket, url } = await issueTicket(store, wanted, io.publicUrl, io.now());
    await note(store, 'invitation.create', ticket.id, io.now());
    show(io, values, { email, role, url });
    // The link alone is what scripts take.
    if (!values.json) io.tell(`With this link, which works once, ${email} becomes ${role}.`);
    return;
  }
  const user: StoredUser = {
    id: newId('usr'),
    email,
    name: values.name ?? email,
    role,
    passwordHash: await hashPassword(await passwordFrom(io)),
    oidcSubject: null,
    createdAtMs: io.now(),
    lastSignInAtMs: null,
    disabledAtMs: null,
  };
  if (!(await store.insertUser(user))) throw new GatewayError('USAGE', `${email} has an account already.`);
  await note(store, 'user.create', user.id, io.now());
  show(io, values, { id: user.id, email, role }, `has an account (${role})`);
};

const resetPassword = async (store: People, values: Values, io: UsersIo): Promise<void> => {
  const email = emailOf(values);
  const user = await store.findUserByEmail(email);
  if (user === null) throw new GatewayError('USAGE', `${email} has no account.`);
  if (values['password-stdin']) {
    await store.updateUser(user.id, { passwordHash: await hashPassword(await passwordFrom(io)) });
    await store.deleteSessions(user.id, {});
    await note(store, 'password.reset', user.id, io.now());
    show(io, values, { id: user.id, email }, 'has a new password');
    return;
  }
  const wanted = { kind: 'password_reset', email, role: null, userId: user.id, createdBy: 'cli' } as const;
  const { url } = await issueTicket(store, wanted, io.publicUrl, io.now());
  await note(store, 'user.reset_link', user.id, io.now());
  show(io, values, { id: user.id, email, url });
};

const setupLink = async (store: People, values: Values, io: UsersIo): Promise<void> => {
  const url = await issueSetupLink(store, io.publicUrl, io.now());
  if (url === null) throw new GatewayError('USAGE', 'There is an account already; use "users create".');
  show(io, values, { url });
};

/** What an action takes besides `--json`, where the store is, and where the dashboard is. */
type Spec = Readonly<{
  run: (store: People, values: Values, io: UsersIo) => Promise<void>;
  options: readonly (keyof typeof OPTIONS)[];
}>;

const ACTIONS: ReadonlyMap<string, Spec> = new Map<string, Spec>([
  ['create', { run: create, options: ['email', 'name', 'role', 'password-stdin'] }],
  ['reset-password', { run: resetPassword, options: ['email', 'password-stdin'] }],
  ['setup-link', { run: setupLink, options: [] }],
]);

const COMMON = ['config', 'data-dir', 'json', 'dashboard-port'] as const;

/** @throws GatewayError `USAGE` for what was given and would be ignored. */
const checkGiven = (action: string, { options }: Spec, values: Values): void => {
  const known: readonly string[] = [...COMMON, ...options];
  const extra = Object.keys(values).find((option) => !known.includes(option));
  if (extra !== undefined) throw new GatewayError('USAGE', `users ${action} takes no --${extra}.`);
  if (values.name !== undefined && values['password-stdin'] !== true)
    throw new GatewayError(
      'USAGE',
      '--name goes with --password-stdin: who is invited says his name himself.',
    );
};

/** @throws GatewayError `USAGE`, `STORE_FAILED`. */
export const runUsers = async (
  args: readonly string[],
  open: (
    values: Values,
    action: string,
  ) => Promise<Readonly<{ store: People; io: UsersIo; close: () => Promise<void> }>>,
): Promise<number> => {
  const { values, positionals } = readOptions(args, OPTIONS, 1);
  const [name = ''] = positionals;
  const spec = ACTIONS.get(name);
  if (spec === undefined) {
    const names = [...ACTIONS.keys()].map((each) => `users ${each}`);
    throw new GatewayError('USAGE', `Say one of: ${names.join(', ')}.`);
  }
  checkGiven(name, spec, values);
  const { store, io, close } = await open(values, name);
  try {
    await spec.run(store, values, io);
    return 0;
  } finally {
    await close();
  }
};

const MAX_PORT = 65_535;

/**
 * What links begin with, as the dashboard itself makes them.
 *
 * @param port Of a dashboard that `start` was told to have elsewhere than its configuration says.
 * @param running Where the dashboard that runs listens; default: where the configuration says.
 */
export const dashboardUrl = (
  { dashboard }: Config,
  port: string | undefined,
  running: string = dashboard.address,
): string => {
  const address = parseAddress(running);
  if (address?.kind !== 'tcp') throw new GatewayError('CONFIG_INVALID', 'dashboard.address: host:port');
  const own = port === undefined ? address.port : readInteger('dashboard-port', port, 1, MAX_PORT);
  return publicUrlOf(dashboard.publicUrl, address.host, own);
};

/**
 * Where people find the dashboard, for links: where the operator says, else where the one listens that `start` runs on the same
 * data folder, else where the configuration says.
 */
export const findDashboard = async (
  config: Config,
  port: string | undefined,
): Promise<Pick<UsersIo, 'publicUrl' | 'addressNote'>> => {
  const { address, publicUrl: said } = config.dashboard;
  if (port !== undefined || said !== undefined)
    return { publicUrl: dashboardUrl(config, port), addressNote: null };
  const noted = notedDashboardAddress(config);
  // What ended without its leave is still noted.
  if (noted !== null && (await isDashboard(noted)))
    return { publicUrl: dashboardUrl(config, port, noted), addressNote: null };
  const publicUrl = dashboardUrl(config, port);
  const addressNote = (await isDashboard(address))
    ? null
    : `No dashboard answers at ${publicUrl} now: that is where the configuration has it. Say --dashboard-port where "start" has another.`;
  return { publicUrl, addressNote };
};

export const usersCommand: CliCommand = {
  usage: [
    'users create --email ADDRESS [--role owner|admin|analyst|viewer] [--password-stdin [--name NAME]]',
    '                        the role may be left out for the first account, which is an owner’s',
    '       portcullis users reset-password --email ADDRESS [--password-stdin]',
    '       portcullis users setup-link     the link for the first account of all',
    '       without --password-stdin a link that works once, with [--dashboard-port PORT] where `start` had it;',
    '       with [--json] [--config FILE] [--data-dir DIR]',
  ].join('\n'),
  run: (args) =>
    runUsers(args, async (values, action) => {
      const config = configFrom(values);
      const links = await findDashboard(config, values['dashboard-port']);
      if (action !== 'reset-password') tellOfNewStore(config);
      else if (!hasStore(config)) throw noStore(config);
      const { data, close } = await openDashboardStore(config, () => undefined);
      const io = {
        ...links,
        readPassword: () => readInput('the password'),
        ...{ print, tell },
        now: Date.now,
      };
      return { store: data, io, close };
    }),
};
