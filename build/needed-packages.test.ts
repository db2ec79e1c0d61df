import { expect, it } from 'vitest';
import { listNeededPackages } from './needed-packages.ts';

const packages = {
  '': { dependencies: { server: '1', app: '1' } },
  'node_modules/app': { dependencies: { shared: '2' } },
  'node_modules/server': { dependencies: { '@scope/codec': '1' }, peerDependencies: { client: '1', missing: '1' } },
  'node_modules/@scope/codec': { optionalDependencies: { 'codec-linux': '1' }, dependencies: { shared: '1' } },
  'node_modules/@scope/codec/node_modules/shared': { dependencies: { server: '1' } },
  'node_modules/client': {},
  'node_modules/codec-linux': {},
  'node_modules/shared': {},
};

it('lists what packages need, nested and optional ones too', () => {
  expect(listNeededPackages({ packages }, ['server'])).toEqual([
    'node_modules/@scope/codec',
    'node_modules/@scope/codec/node_modules/shared',
    'node_modules/client',
    'node_modules/codec-linux',
    'node_modules/server',
  ]);
});

it('names a package that is not installed', () => {
  expect(() => listNeededPackages({ packages }, ['typo'])).toThrow('typo is not in package-lock.json');
});
