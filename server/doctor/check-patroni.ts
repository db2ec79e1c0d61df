import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Finding } from './finding.ts';

/** Where each machine's Patroni says how it is, as docs/operating/more-servers.md has it. */
const PORT = 8008;
const TIMEOUT_MS = 2_000;
const MAX_BYTES = 64 * 1024;
/** Earlier ones write the leader's key without comparing: with a network cut, two lead at once. */
const MIN_VERSION = 4;
const ONE_SEGMENT_BYTES = 16 * 1024 * 1024;

const ItselfSchema = v.object({ patroni: v.object({ version: v.pipe(v.string(), v.maxLength(50)) }) });
const MemberSchema = v.object({
  name: v.string(),
  role: v.string(),
  state: v.string(),
  timeline: v.optional(v.number()),
  lag: v.optional(v.union([v.number(), v.string()])),
});
const ClusterSchema = v.object({ scope: v.optional(v.string(), 'waybill'), members: v.array(MemberSchema) });
type Member = v.InferOutput<typeof MemberSchema>;

export async function checkPatroni(urls: readonly string[]): Promise<Finding[]> {
  const hosts = [...new Set(urls.map((url) => new URL(url).hostname))];
  const machines = await Promise.all(hosts.map(async (host) => ({ host, ...(await askItself(host)) })));
  const there = machines.filter(({ version }) => version !== null);
  const old = there.filter(({ version }) => Number.parseInt(version ?? '', 10) < MIN_VERSION);
  const found = old.map(({ host, version }) => ({
    about: 'Patroni',
    what: `The one at ${host} is version ${version}, which loses saved changes when a network is cut.`,
    mend: 'Install Patroni 4, which Debian 13 has, as "A cluster" in docs/operating/more-servers.md says.',
  }));
  const [first] = there;
  return first ? [...found, ...(await findLostMembers(first.host))] : found;
}

/** deploy/sysctl.conf sets it. */
const MAX_RETRIES = 5;

/** After a cut, connections that are dead keep etcd from choosing a leader for as long as the system tries them. */
export async function checkRetries(
  urls: readonly string[],
  file = '/proc/sys/net/ipv4/tcp_retries2',
): Promise<Finding[]> {
  if (urls.length === 0) return [];
  const retries = Number(await readFile(file, 'utf8').catch(() => MAX_RETRIES));
  if (retries <= MAX_RETRIES) return [];
  const what = 'After a cut, etcd and PostgreSQL on this machine wait up to 15 minutes for connections that are dead.';
  const mend = 'Install deploy/sysctl.conf, as "Two servers" in docs/operating/more-servers.md says.';
  return [{ about: 'tcp_retries2', what, mend }];
}

/** Null where there is no Patroni. */
const askItself = (host: string): Promise<{ version: string | null }> =>
  ask(host, 'patroni', ItselfSchema).then(
    ({ patroni }) => patroni,
    () => ({ version: null }),
  );

async function findLostMembers(host: string): Promise<Finding[]> {
  const { scope, members } = await ask(host, 'cluster', ClusterSchema);
  const leader = members.find(({ role }) => role === 'leader');
  return members.flatMap((member) => {
    const problem = describeProblem(member, leader);
    if (!problem) return [];
    const what = `The member ${member.name} ${problem}.`;
    return [
      { about: 'Patroni', what, mend: `If it still does in a minute: patronictl reinit ${scope} ${member.name}.` },
    ];
  });
}

function describeProblem({ state, timeline, lag }: Member, leader: Member | undefined): string | null {
  if (state !== 'running' && state !== 'streaming') return `does not follow the leader: its state is ${state}`;
  if (timeline !== undefined && leader?.timeline !== undefined && timeline !== leader.timeline) {
    return `follows timeline ${timeline}, and the leader is on ${leader.timeline}`;
  }
  if (typeof lag === 'number' && lag > ONE_SEGMENT_BYTES) return `is ${Math.round(lag / 2 ** 20)} MB behind the leader`;
  return null;
}

async function ask<Schema extends v.GenericSchema>(host: string, path: string, schema: Schema) {
  const response = await fetch(`http://${host}:${PORT}/${path}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_BYTES) throw new Error(`${host}:${PORT} returns too much for a Patroni`);
  }
  return v.parse(schema, JSON.parse(text));
}
