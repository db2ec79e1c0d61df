/** People of each role ask by ID for what belongs to somebody else. */
import { expect, it } from 'vitest';
import { writeExport } from '../../server/own-account/write-export.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { ROLES } from '../../src/domain/roles.ts';
import { createPasskeyDevice } from '../support/passkey-device.ts';
import { addAuthenticatorOf, addPasskeyOf } from '../support/second-factors.ts';
import { type Person, PUBLIC_URL } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();

const owner = await server.signedIn({ manager: true });
await addPasskeyOf(server, owner, createPasskeyDevice({ origin: PUBLIC_URL }));
await addAuthenticatorOf(server, owner);
await server.call('savedFilter.save', { name: 'Canary', filter: { status: 'held' } }, { as: owner });
await server.call('ownAccount.requestExport', undefined, { as: owner });
const idIn = async (table: string) =>
  (await server.query<{ id: string }>(`select id from ${table} where user_id = $1`, [owner.id]))[0]?.id ?? '';
const dataExport = await idIn('data_exports');
await writeExport(server.services, dataExport);
const [session, passkey, filter] = [await idIn('sessions'), await idIn('passkeys'), await idIn('saved_filters')];
const link = await server.linkToken(owner, { purpose: 'change-email' });

const download = ({ token }: Pick<Person, 'token'>) =>
  server.request({ url: filePaths.dataExport(dataExport), headers: { authorization: `Bearer ${token}` } });

it('its owner gets it', async () => {
  expect((await download(owner)).statusCode).toBe(200);
});

it.each([...ROLES, null])('a person with the role %s neither reads nor changes it', async (role) => {
  const as = await server.signedIn({ roles: role ? [role] : [] });
  const before = await server.fingerprint();
  const responses = [
    await server.call('user.endSession', { id: session }, { as }),
    await server.call('factor.renamePasskey', { id: passkey, name: 'Mine' }, { as }),
    await server.call('factor.removePasskey', { id: passkey }, { as }),
    await server.call('savedFilter.rename', { id: filter, name: 'Mine' }, { as }),
    await server.call('savedFilter.delete', { id: filter }, { as }),
    await server.call('auth.confirmEmail', { token: link }, { as }),
  ];
  for (const { outcome } of responses) expect(['NOT_FOUND', 'FORBIDDEN', 'BAD_REQUEST']).toContain(outcome);
  expect((await download(as)).statusCode).toBe(404);
  expect(await server.fingerprint()).toEqual(before);

  const own = [
    await server.call('user.getSessions', undefined, { as }),
    await server.call('factor.getFactors', undefined, { as }),
    await server.call('ownAccount.get', undefined, { as }),
    await server.call('savedFilter.list', undefined, { as }),
  ];
  const read = own.map(({ body }) => body).join();
  for (const id of [session, passkey, filter, dataExport, 'Canary']) expect(read).not.toContain(id);
});
