import type { Request } from 'autocannon';
import type { BenchEnvironment } from './bench-environment.ts';
import { callOnce, mutation } from './call.ts';
import { type Row, ratioRow } from './figure.ts';
import { median } from './measure-interleaved.ts';
import { emailOf } from './parcels.ts';

/** One of many short rounds. */
const LOAD = { connections: 8, seconds: 1 };
/** One p99 varies too much to say anything, so the median is compared (docs/decisions/0042). */
export const ROUNDS = 9;

export interface BenchQuery {
  /** How many shipments the database has. */
  shipments: number;
  /** The default is three. */
  activitiesEach?: number;
  request: Request;
}

export async function signIn(
  workshop: BenchEnvironment,
  shipments: number,
  person: number,
  activitiesEach?: number,
): Promise<string> {
  const { url } = await workshop.server(shipments, activitiesEach);
  const { password } = await workshop.parcels(shipments, activitiesEach);
  const answer = await callOnce<{ token: string }>(url, mutation('auth.login', { email: emailOf(person), password }));
  return answer.token;
}

/** The load is light, and the unit milliseconds. */
export async function p99(
  workshop: BenchEnvironment,
  { shipments, activitiesEach, request }: BenchQuery,
): Promise<number> {
  const server = await workshop.server(shipments, activitiesEach);
  return (await workshop.load(server, { ...LOAD, requests: [request] })).p99;
}

/** Nobody may make this call often. @throws if it ends with an error */
export async function onceMs(workshop: BenchEnvironment, { shipments, request }: BenchQuery): Promise<number> {
  const { path, ...call } = request;
  const { url } = await workshop.server(shipments);
  const began = performance.now();
  const response = await fetch(url + path, call);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} ended with ${response.status}`);
  return performance.now() - began;
}

/** A list with fewer rows throws: what is compared must be found. */
export async function expectRows(
  workshop: BenchEnvironment,
  { shipments, activitiesEach, request }: BenchQuery,
  rows: number,
): Promise<void> {
  const { url } = await workshop.server(shipments, activitiesEach);
  const { data } = await callOnce<{ data: unknown[] }>(url, request);
  if (data.length !== rows) throw new Error(`${rows} rows were expected, ${data.length} came: ${request.path}`);
}

/** It compares the median times of two queries’ rounds. */
export function slownessRow(
  workshop: BenchEnvironment,
  what: string,
  asked: { question: BenchQuery; took: number[] },
  beside: { name: string; took: number[] },
  atMost: number,
): Row {
  const { shipments, activitiesEach, request } = asked.question;
  return ratioRow({
    what: `${what}, p99`,
    ours: `${median(asked.took).toFixed(1)} ms`,
    comparedWith: `${median(beside.took).toFixed(1)} ms ${beside.name}`,
    ratio: median(asked.took) / median(beside.took),
    limit: { atMost },
    async explain() {
      const { url } = await workshop.parcels(shipments, activitiesEach);
      return workshop.profile(what.replaceAll(/\W+/g, '-'), { DATABASE_URL: url }, { ...LOAD, requests: [request] });
    },
  });
}
