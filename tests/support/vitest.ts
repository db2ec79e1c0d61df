import { afterAll, inject, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { assertLockOrder, watchLocks } from './lock-order.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { createTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

/** Called in a test: when the test is over. Called beside tests: when all of the file are. */
function onScopeEnd(work: () => Promise<unknown>): void {
  const end = async () => void (await work());
  try {
    onTestFinished(end);
  } catch {
    afterAll(end);
  }
}

/** A server for this test, or for this file, taken down at its end together with its database. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  watchLocks();
  const server = await createTestServer(inject('cluster'), options);
  onScopeEnd(async () => {
    await server.close();
    assertLockOrder();
  });
  return server;
}

/** A real server for this test, killed where that forgets to end it. */
export async function serverProcess(...parameters: Parameters<typeof startServerProcess>): Promise<ServerProcess> {
  const server = await startServerProcess(...parameters);
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });
  return server;
}

/** A database that may outlive a server; dropped at the end of this test, or of this file. */
export async function testDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const database = await createTestDatabase(inject('cluster'), options);
  onScopeEnd(() => database.drop());
  return database;
}
