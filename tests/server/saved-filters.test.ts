import { expect, it } from 'vitest';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const other = await server.signInAs('manager');

const list = async (as = manager) => (await server.call('savedFilter.list', undefined, { as })).data;
const save = (name: string, filter: object = { status: 'held' }, as = manager) =>
  server.call('savedFilter.save', { name, filter }, { as });
const rename = (id: string, name: string, as = manager) => server.call('savedFilter.rename', { id, name }, { as });
const remove = (id: string, as = manager) => server.call('savedFilter.delete', { id }, { as });

it('keeps a person’s filters by name, for that person only', async () => {
  const filter = { q: 'harp', from: '2026-11-01' };
  const { id } = (await save('shelf', filter)).data;
  await save('Rack');
  expect(await list()).toMatchObject([{ name: 'Rack' }, { id, name: 'shelf', filter }]);
  expect(await list(other)).toEqual([]);
  expect((await rename(id, 'Mine', other)).error.data.code).toBe('NOT_FOUND');
  expect((await remove(id, other)).error.data.code).toBe('NOT_FOUND');

  const taken = { name: ['You already have a filter with this name.'] };
  expect((await save('SHELF')).error.data.fieldErrors).toEqual(taken);
  expect((await rename(id, 'rack')).error.data.fieldErrors).toEqual(taken);
  await rename(id, 'Shelf');
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Rack', 'Shelf']);
  await remove(id);
  expect((await remove(id)).error.data.code).toBe('NOT_FOUND');
  expect(await list()).toMatchObject([{ name: 'Rack' }]);
});

it('refuses what is no filter, and a name that is too long', async () => {
  expect((await save('Empty', {})).error.data.fieldErrors).toEqual({ filter: ['Filter the list first.'] });
  expect((await save('Page', { status: 'held', page: 2 })).outcome).not.toBe('ok');
  expect((await save('x'.repeat(41))).error.data.fieldErrors).toHaveProperty('name');
});

it('keeps at most 20, also of several that come at once', async () => {
  const person = await server.signInAs('manager');
  for (let n = 1; n < 20; n += 1) await save(`Filter ${n}`, { q: 'x' }, person);
  const saved = await Promise.all(['One', 'Two', 'Three'].map((name) => save(name, { q: 'x' }, person)));
  const refused = saved.filter(({ outcome }) => outcome !== 'ok').map(({ error }) => error.message);
  expect(refused).toEqual(Array(2).fill('You have 20 saved filters. Delete one first.'));
  expect(await list(person)).toHaveLength(20);
});

it('goes with its person', async () => {
  const person = await server.signInAs('manager');
  await save('Canary of the deleted', { q: 'canary word' }, person);
  await server.call('userAdmin.deleteUser', { id: person.id }, { as: manager });
  expect(await server.everythingStored()).not.toMatch(/canary (of the deleted|word)/i);
});
