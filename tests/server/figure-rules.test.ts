import { expect, it } from 'vitest';
import { testServer } from '../support/vitest.ts';

const server = await testServer();

it('server/reports/figures.sql says what the database counts, as its migrations left it', async () => {
  const functions = await server.query<{ definition: string }>(
    `select pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'public'::regnamespace and proname ~ 'figure' order by proname`,
  );
  const views = await server.query<{ name: string; definition: string }>(
    `select viewname as name, definition from pg_views where schemaname = 'public' and viewname ~ 'figure' order by 1`,
  );
  const triggers = await server.query<{ definition: string }>(
    `select pg_get_triggerdef(oid) as definition from pg_trigger where tgname ~ '_figures_' order by tgname`,
  );
  const text = [
    '-- The figures of reports as the migrations have left them: read it, and change it by a migration.',
    ...views.map(({ name, definition }) => `CREATE VIEW ${name} AS\n${definition}`),
    ...functions.map(({ definition }) => `${definition.trim()};`),
    triggers.map(({ definition }) => `${definition};`).join('\n'),
  ];
  await expect(`${text.join('\n\n')}\n`).toMatchFileSnapshot('../../server/reports/figures.sql');
});
