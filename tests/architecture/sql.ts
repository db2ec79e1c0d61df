/** Routers authorise and delegate, and SQL lives in stores. */
import { arrows, type House, isIn, type Module, modulesIn, nodesIn, rule } from './house.ts';

const HOMES_OF_SQL = ['server/stores', 'server/database', 'server/embedded-postgres', 'server/demo'];
const outsideSql = (all: House) => modulesIn(all, 'server').filter(({ path }) => !isIn(path, ...HOMES_OF_SQL));

rule(
  'SQL lives in stores and in the database: nothing else imports Drizzle, pg or the schema',
  (all) => arrows(outsideSql(all), (to) => ['drizzle-orm', 'pg'].includes(to) || isIn(to, 'server/database/tables')),
  {
    sources: {
      'server/stores/a.ts': `import { eq } from 'drizzle-orm'; import { users } from '../database/tables/users.ts';`,
      'server/database/client.ts': `import pg from 'pg'; import { drizzle } from 'drizzle-orm/node-postgres';`,
      'server/operations/a.ts': `import { sql } from 'drizzle-orm'; import type { Executor } from '../database/client.ts';`,
      'server/routers/a.ts': `import { users } from '../database/tables/users.ts'; import 'pg-boss';`,
      'server/jobs/a.ts': `import type pg from 'pg'; import type { PgTable } from 'drizzle-orm/pg-core';`,
    },
    finds: [
      'server/operations/a.ts → drizzle-orm',
      'server/routers/a.ts → server/database/tables/users.ts',
      'server/jobs/a.ts → pg (type)',
      'server/jobs/a.ts → drizzle-orm (type)',
    ],
  },
  {
    'server/errors/error-log.ts → drizzle-orm':
      'knows a failed query by its class, to keep its parameters out of the log',
    'server/errors/error-log.ts → pg': 'knows a database error by its class, to log its code and not its message',
    'server/jobs/queue.ts → drizzle-orm':
      "hands the caller's transaction to pg-boss, whose adapter wants Drizzle's sql tag",
  },
);

const HANDLES = /^(db|tx|executor|pool|writes|lookUps)$|Db$/;

/** Calls on a database handle, `unit.tx.execute(…)` or `db.select(…)`: SQL that needs no import. */
function handleCalls({ path, program }: Module): string[] {
  return [...nodesIn(program)].flatMap((node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
    const { object, property } = node.callee;
    const handle = object.type === 'MemberExpression' ? object.property : object;
    if (handle.type !== 'Identifier' || property.type !== 'Identifier' || !HANDLES.test(handle.name)) return [];
    return [`${path} calls ${handle.name}.${property.name}`];
  });
}

rule(
  'a database handle is handed on, and asked only in stores and in the database',
  (all) => outsideSql(all).flatMap(handleCalls),
  {
    sources: {
      'server/stores/a.ts': `executor.select().from(users);`,
      'server/operations/a.ts': `findUser(unit.tx, id); await unit.tx.execute('select 1'); pool.query('select 2'); services.writes.transaction(work);`,
      'server/routers/a.ts': `router({ a: procedure.query(({ ctx }) => ctx.services.db.select().from(ctx.users)) });`,
    },
    finds: [
      'server/operations/a.ts calls tx.execute',
      'server/operations/a.ts calls pool.query',
      'server/operations/a.ts calls writes.transaction',
      'server/routers/a.ts calls db.select',
    ],
  },
  {
    'server/context/unit-of-work.ts calls writes.transaction': 'where the transaction of every mutation is opened',
  },
);

rule(
  'routers authorise and delegate: they know no store, no database, no mail and no queue',
  (all) =>
    arrows(modulesIn(all, 'server/routers'), (to) =>
      isIn(to, 'server/stores', 'server/database', 'server/mail', 'server/jobs', 'server/images'),
    ),
  {
    sources: {
      'server/routers/a.ts': `import '../operations/a.ts'; import '../procedures/trpc.ts'; import '../stores/users/users.ts';`,
      'server/routers/b.ts': `import type { Executor } from '../database/client.ts'; import '../mail/enqueue-mail.ts';`,
      'server/operations/a.ts': `import '../stores/users.ts';`,
    },
    finds: [
      'server/routers/a.ts → server/stores/users/users.ts',
      'server/routers/b.ts → server/database/client.ts (type)',
      'server/routers/b.ts → server/mail/enqueue-mail.ts',
    ],
  },
  {
    'server/routers/auth.ts → server/stores/auth/sessions.ts':
      'logout is one deletion: an operation would only pass it on',
  },
);

rule(
  'stores take explicit arguments: they know no request, no procedure and no operation',
  (all) =>
    arrows(
      modulesIn(all, 'server/stores'),
      (to) =>
        isIn(to, 'server/operations', 'server/routers', 'server/mail', 'server/jobs') ||
        [
          'server/context/context.ts',
          'server/procedures/gate.ts',
          'server/procedures/trpc.ts',
          'server/procedures/viewer.ts',
          'server/context/unit-of-work.ts',
        ].includes(to) ||
        ['fastify', '@trpc/server'].includes(to),
    ),
  {
    sources: {
      'server/stores/a.ts': `import type { Context } from '../context/context.ts'; import '../auth/secrets.ts'; import './b.ts';`,
      'server/stores/b.ts': `import { TRPCError } from '@trpc/server'; import '../operations/a.ts';`,
      'server/operations/a.ts': `import type { Context } from '../context/context.ts';`,
    },
    finds: [
      'server/stores/a.ts → server/context/context.ts (type)',
      'server/stores/b.ts → @trpc/server',
      'server/stores/b.ts → server/operations/a.ts',
    ],
  },
);
