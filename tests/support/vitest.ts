import { afterAll, inject } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

/** A server for this test file, taken down with its database when the file is done. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await createTestServer(inject('cluster'), options);
  afterAll(() => server.close());
  return server;
}

/** A database for this test file, which may outlive a server. */
export async function testDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const database = await createTestDatabase(inject('cluster'), options);
  afterAll(() => database.drop());
  return database;
}
