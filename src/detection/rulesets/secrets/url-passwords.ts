import type { Rule } from '../ruleset.ts';
import { hex, mixed } from './tokens.ts';
import { isAddressPassword, isToken } from './values.ts';

const PASSWORD = mixed(12);
/** A name, which may be an e-mail address, and a password; a sign `@` within it is allowed, and the last one ends it. */
const CREDENTIALS = String.raw`[^\s:/"'<>?#]{0,256}:([^\s/"'<>]{4,256})@[\w.-]{2,200}`;

/** Passwords in addresses. */
export const URL_PASSWORDS: readonly Rule[] = [
  {
    id: 'SE-1015',
    score: 0.9,
    subType: 'database_url',
    starts: [
      ...['postgres://', 'postgresql://', 'mysql://', 'mysqlx://', 'mariadb://', 'mssql://', 'sqlserver://'],
      ...['mongodb://', 'mongodb+srv://', 'redis://', 'rediss://', 'valkey://', 'amqp://', 'amqps://'],
      ...[
        'clickhouse://',
        'cassandra://',
        'neo4j://',
        'neo4j+s://',
        'bolt://',
        'couchbase://',
        'cockroachdb://',
      ],
      ...[
        'kafka://',
        'nats://',
        'oracle://',
        'snowflake://',
        'redshift://',
        'influxdb://',
        'elasticsearch://',
      ],
      ...[
        'postgresql+asyncpg://',
        'postgresql+psycopg2://',
        'postgresql+psycopg://',
        'mysql+pymysql://',
        'mysql+mysqldb://',
        'mysql+aiomysql://',
        'mssql+pyodbc://',
        'mssql+pymssql://',
        'oracle+oracledb://',
        'oracle+cx_oracle://',
        'cloudinary://',
        'timescaledb://',
        'trino://',
      ],
    ],
    rest: CREDENTIALS,
    verify: isAddressPassword,
    match: [
      `postgres://app:${PASSWORD}@db.internal:5432/x`,
      `mongodb+srv://u:${'Zk39xQ'}@cluster0.abc.mongodb.net`,
      'redis://:hunter2go@cache:6379',
      `mssql+pyodbc://sa:${PASSWORD}@db.internal/x`,
      `cloudinary://739201846553920:${PASSWORD}@corpcloud`,
      `jdbc:mysql://app:${PASSWORD}@db/x`,
      'amqp://app:p@ss,w(rd@mq:5672/vhost',
    ],
    noMatch: [
      'postgres://user:password@localhost/db',
      'postgres://someuser:somepassword@somehost:381/db',
      'mysql://localhost/db',
      'redis://:\x24{PASSWORD}@host',
      'postgres://db:5432/x',
    ],
  },
  {
    id: 'SE-1120',
    score: 0.85,
    subType: 'url_password',
    starts: [
      ...['https://', 'http://', 'ftp://', 'ftps://', 'sftp://', 'ssh://', 'git://', 'ws://', 'wss://'],
      ...[
        'smtp://',
        'smtps://',
        'imap://',
        'imaps://',
        'ldap://',
        'ldaps://',
        'mqtt://',
        'mqtts://',
        'smb://',
      ],
      ...['socks5://', 'git+https://', 'git+ssh://', 'rtsp://', 'vnc://', 'rdp://'],
    ],
    rest: CREDENTIALS,
    verify: isAddressPassword,
    match: [
      `https://deploy:${PASSWORD}@git.corp.dev/a.git`,
      'rtsp://viewer:s3cr3tcam@10.0.0.7/stream',
      `smtp://robot%40corp.dev:${PASSWORD}@mail.corp.dev:587`,
      `smtp://robot@corp.dev:${PASSWORD}@mail.corp.dev:587`,
    ],
    noMatch: [
      'https://user:password@example.com/',
      'https://corp.dev:8080/@scope/x',
      'https://www.corp.dev/a:b@c.d',
      'https://\x24{USER}:\x24{TOKEN}@github.com/x',
    ],
  },
  {
    id: 'SE-1121',
    score: 0.9,
    subType: 'url_password',
    starts: ['https://', 'http://'],
    rest: String.raw`([\w-]{20,255})(?::x-oauth-basic|:)?@(?:github|gitlab|bitbucket)\.`,
    verify: isToken,
    match: [
      `https://${hex(40)}:x-oauth-basic@github.com/corp/a`,
      `https://${mixed(40)}@github.com/corp/a.git`,
      `git+https://${hex(40)}:@github.com/corp/a`,
    ],
    noMatch: [
      'https://github.com/a/b',
      'https://git@github.com/a/b',
      'https://some-user-name@github.com/a/b',
    ],
  },
  {
    id: 'SE-1122',
    score: 0.85,
    subType: 'sentry_dsn',
    starts: ['https://'],
    rest: String.raw`([0-9a-f]{32}(?::[0-9a-f]{32})?)@[\w.-]{3,100}/\d{1,20}`,
    verify: isToken,
    match: [
      `https://${hex(32)}@o4501.ingest.sentry.io/73920`,
      `SENTRY_DSN="https://${hex(32)}@sentry.corp.dev/4"`,
      `https://${hex(32)}:${hex(32)}@sentry.corp.dev/4`,
    ],
    noMatch: [
      'https://sentry.io/settings/1',
      `https://${hex(32)}.corp.dev/1`,
      `https://${hex(31)}@sentry.io/1`,
    ],
  },
];
