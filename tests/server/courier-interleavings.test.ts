/**
 * A table has stories with their ends, and every interleaving is held against a model. The
 * operations are the real ones.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shiftDay } from '../../src/domain/day.ts';
import type { ExceptionKind } from '../../src/domain/runs/exceptions.ts';
import { countedTask } from '../../src/domain/runs/parcels.ts';
import type { TaskStatus } from '../../src/domain/runs/task-status.ts';
import { backdate } from '../support/backdate.ts';
import type { Person } from '../support/test-server.ts';
import { isThorough } from '../support/thorough.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
/** Calls are limited by person. */
let reader = { as: '' };

const courierNamed = (firstName: string) => server.signedIn({ courier: true, firstName });

interface World {
  a: Person;
  b: Person;
  shipmentId: string;
  runId: string;
  taskId: string;
  stopId: string;
  /** The server has confirmed these reports of phones. */
  sent: Map<string, { as: Person; kind: Kind; input: Record<string, unknown> }>;
  deliveredBy: Set<string>;
  deliveriesOfA: string[];
  deliveryOfB?: string;
  /** A manager planned it again after taking back the delivery. */
  isPlannedAgain: boolean;
  exceptions: Set<ExceptionKind>;
  /** Two couriers may scan a parcel that left its run. */
  wasMoved: boolean;
  deleted: boolean;
  /** Phones were silent, so every report is older than what managers did. */
  isLate: boolean;
  clock: number;
  minutesAgo?: number | undefined;
}
type Kind = 'load' | 'start' | 'visit' | 'return' | 'close';

async function newWorld(isLate = false): Promise<World> {
  reader = { as: await server.newSession(await server.person({ manager: true })) };
  const [a, b] = [await courierNamed('Ann'), await courierNamed('Bo')];
  const { id: shipmentId } = await server.parcel();
  const input = { day: 'today', name: 'Run', courierId: a.id, shipmentIds: [shipmentId] };
  const planned = (await server.call('runAdmin.create', input, reader)).data;
  await server.call('runAdmin.release', planned, reader);
  const run = (await server.call('courier.getRun', { id: planned.id }, { as: a })).data;
  const [stop] = run?.stops ?? [];
  await backdate(server, planned.id, '2 hours');
  // The phone got the run before it went silent.
  if (isLate) {
    const before = `now() - interval '1 hour'`;
    await server.query(`update activities set occurred_at = ${before} where shipment_id = $1`, [shipmentId]);
  }
  return {
    a,
    b,
    shipmentId,
    runId: planned.id,
    taskId: stop?.tasks[0]?.id ?? '',
    stopId: stop?.id ?? '',
    sent: new Map(),
    deliveredBy: new Set(),
    deliveriesOfA: [],
    isPlannedAgain: false,
    exceptions: new Set(),
    wasMoved: false,
    deleted: false,
    isLate,
    clock: Date.now() - 600_000,
  };
}

/** Returns the id of the report. */
async function send(world: World, as: Person, kind: Kind, about: Record<string, unknown>): Promise<string> {
  world.clock += 1000;
  await expectExceptions(world, as, kind, about);
  const at = world.minutesAgo === undefined ? world.clock : Date.now() - world.minutesAgo * 60_000;
  const isDated = world.isLate || world.minutesAgo !== undefined;
  const time = isDated && { occurredAt: new Date(at).toISOString() };
  const input = { id: randomUUID(), runVersion: 1, ...time, ...about };
  if (world.minutesAgo !== undefined && as === world.b) {
    const runs = await server.query<{ id: string }>('select id from runs where courier_id = $1', [as.id]);
    for (const { id } of runs) await backdate(server, id, '2 hours');
  }
  const answer = await server.call(`courier.${kind}`, input, { as });
  expect([kind, answer.outcome, answer.body]).toEqual([kind, 'ok', answer.body]);
  if (kind === 'load' && !world.isLate) await backdate(server, world.runId, '2 hours');
  world.sent.set(input.id, { as, kind, input });
  return input.id;
}

const ENDED = ['delivered', 'cancelled', 'failed'];

async function expectExceptions(world: World, as: Person, kind: Kind, about: Record<string, unknown>): Promise<void> {
  const { exceptions, shipmentId, deleted, deliveredBy } = world;
  const taskId = [about.taskIds, about.outcomes].flat().map((each) => (each as { taskId?: string })?.taskId ?? each);
  const [run] = await server.query<{ status: string }>(
    `select status from runs where id = $1 or id = (select run_id from run_tasks where id = $2)`,
    [about.runId ?? null, taskId.find(Boolean) ?? null],
  );
  if (run?.status === 'closed' || run?.status === 'cancelled') exceptions.add('after-close');

  const [shipment] = await server.query<{ status: string; is_overtaken: boolean }>(
    `select status, exists (select from activities where shipment_id = shipments.id and kind = 'status'
       and occurred_at > $2) as is_overtaken from shipments where id = $1`,
    [shipmentId, new Date(world.isLate ? world.clock : Date.now())],
  );
  const tasks = await server.query<{ id: string; run_id: string; status: TaskStatus; day: string; courier_id: string }>(
    `select t.id, t.run_id, t.status, r.day::text as day, r.courier_id from run_tasks t join runs r on r.id = t.run_id
     where t.shipment_id = $1 order by t.id`,
    [shipmentId],
  );
  const isOpen = ({ status }: { status: string }) => status === 'assigned' || status === 'loaded';
  const others = tasks.filter((task) => isOpen(task) && !taskId.includes(task.id));
  if (kind === 'load') {
    const inRun = tasks.filter((task) => tasks.some(({ id, run_id }) => taskId.includes(id) && run_id === task.run_id));
    const isElsewhere = countedTask(inRun)?.status === 'moved';
    const canScan = deliveredBy.size === 0 && !deleted && shipment?.status !== 'delivered';
    const isBack = others.some((task) => task.courier_id === as.id);
    if (isElsewhere && canScan && !isBack) exceptions.add('loaded-twice');
  }
  const [outcome] = (about.outcomes ?? []) as { result: string }[];
  if (outcome?.result !== 'delivered') return;
  const [first] = deliveredBy;
  if (deleted) exceptions.add('deleted-but-delivered');
  else if (first && first !== (as === world.a ? 'A' : 'B')) exceptions.add('delivered-twice');
  else if (shipment?.status !== 'delivered') {
    const isContradicted = shipment?.is_overtaken || ['held', ...ENDED].includes(shipment?.status ?? '');
    if (isContradicted) exceptions.add('delivered-over-status');
  }
  const own = tasks.find(({ id }) => taskId.includes(id));
  if (others.some(({ day }) => own && day > own.day)) exceptions.add('rescheduled');
}

const delivered = { result: 'delivered', method: 'recipient' };
const failed = { result: 'failed', reason: 'consignee_not_home' };
const visit = (world: World, as: Person, at: { taskId: string; stopId: string }, outcome: object) =>
  send(world, as, 'visit', { stopId: at.stopId, outcomes: [{ taskId: at.taskId, ...outcome }], proofs: [] });

const version = async (id: string) =>
  (await server.query<{ version: number }>('select version from runs where id = $1', [id]))[0]?.version;

async function taskOfB(world: World): Promise<{ taskId: string; stopId: string } | null> {
  const [row] = await server.query<{ id: string; stop_id: string }>(
    `select t.id, t.stop_id from run_tasks t join runs r on r.id = t.run_id
     where t.shipment_id = $1 and r.courier_id = $2 order by t.id desc limit 1`,
    [world.shipmentId, world.b.id],
  );
  return row ? { taskId: row.id, stopId: row.stop_id } : null;
}

const asB =
  (act: (world: World, task: { taskId: string; stopId: string }) => Promise<unknown>) => async (world: World) => {
    const task = await taskOfB(world);
    if (task) await act(world, task);
  };

async function deliverAsA(world: World, method: string): Promise<void> {
  world.deliveriesOfA.push(await visit(world, world.a, world, { ...delivered, method }));
  world.deliveredBy.add('A');
  world.isPlannedAgain = false;
}

/** Managers may be refused, couriers’ reports may not. */
const ACTS: Record<string, (world: World) => Promise<unknown>> = {
  'A loads': (world) => send(world, world.a, 'load', { taskIds: [world.taskId] }),
  'A starts': (world) => send(world, world.a, 'start', { runId: world.runId }),
  'A delivers': (world) => deliverAsA(world, 'recipient'),
  'a second phone of A delivers': (world) => deliverAsA(world, 'mailbox'),
  'A fails': (world) => visit(world, world.a, world, failed),
  async 'A corrects'(world) {
    const supersedes = world.deliveriesOfA.pop();
    if (!supersedes) return;
    await visit(world, world.a, world, { ...failed, supersedes });
    if (world.deliveriesOfA.length === 0) world.deliveredBy.delete('A');
  },
  'A returns': (world) => send(world, world.a, 'return', { taskIds: [world.taskId] }),
  'A closes': (world) => send(world, world.a, 'close', { runId: world.runId }),
  async reassign(world) {
    world.wasMoved = true;
    const input = { id: world.runId, version: await version(world.runId), courierId: world.b.id };
    return server.call('runAdmin.move', input, reader);
  },
  async 'moved to B and back to A'(world) {
    await ACTS.reassign?.(world);
    const [row] = await server.query<{ run_id: string }>(
      `select run_id from run_tasks t join runs r on r.id = t.run_id
       where t.shipment_id = $1 and r.courier_id = $2 and t.status in ('assigned', 'loaded')`,
      [world.shipmentId, world.b.id],
    );
    if (!row) return;
    const input = { id: row.run_id, version: await version(row.run_id), courierId: world.a.id };
    return server.call('runAdmin.move', input, reader);
  },
  async 'back to the pool'(world) {
    world.wasMoved = true;
    return server.call('runAdmin.move', { id: world.runId, version: await version(world.runId) }, reader);
  },
  async reschedule(world) {
    await ACTS['back to the pool']?.(world);
    const day = shiftDay(new Date().toISOString().slice(0, 10), 3);
    const input = { day, name: 'Later', courierId: world.b.id, shipmentIds: [world.shipmentId] };
    const { outcome } = await server.call('runAdmin.create', input, reader);
    if (outcome === 'ok' && world.deliveredBy.size > 0) world.isPlannedAgain = true;
  },
  async 'close the run'(world) {
    return server.call('runAdmin.close', { id: world.runId, version: await version(world.runId) }, reader);
  },
  async 'cancel the run'(world) {
    return server.call('runAdmin.cancel', { id: world.runId, version: await version(world.runId) }, reader);
  },
  'cancel the shipment': ({ shipmentId: id }) =>
    server.call('shipmentAdmin.updateShipment', { id, status: 'cancelled' }, reader),
  'deliver the shipment': ({ shipmentId: id }) =>
    server.call('shipmentAdmin.updateShipment', { id, status: 'delivered' }, reader),
  'hold the shipment': ({ shipmentId: id }) =>
    server.call('shipmentAdmin.updateShipment', { id, status: 'held' }, reader),
  async 'delete the shipment'(world) {
    await server.call('shipmentAdmin.deleteShipment', { id: world.shipmentId }, reader);
    world.deleted = true;
  },
  'take the role': ({ a: { id } }) => server.call('userAdmin.setRoles', { id, roles: [] }, reader),
  'B loads': asB((world, { taskId }) => send(world, world.b, 'load', { taskIds: [taskId] })),
  'B fails': asB((world, task) => visit(world, world.b, task, failed)),
  'B returns': asB((world, { taskId }) => send(world, world.b, 'return', { taskIds: [taskId] })),
  'B delivers': asB(async (world, task) => {
    world.deliveryOfB = await visit(world, world.b, task, delivered);
    world.isPlannedAgain = false;
    world.deliveredBy.add('B');
  }),
};

const MODELLED: readonly ExceptionKind[] = [
  'delivered-over-status',
  'deleted-but-delivered',
  'delivered-twice',
  'rescheduled',
  'after-close',
];

async function checkExceptions(world: World): Promise<void> {
  const rows = await server.query<{ kind: ExceptionKind }>(
    `select distinct kind from run_exceptions where run_id in (select id from runs where courier_id in ($1, $2))`,
    [world.a.id, world.b.id],
  );
  const kinds = rows.map(({ kind }) => kind);
  const modelled = (some: Iterable<ExceptionKind>) => [...some].filter((kind) => MODELLED.includes(kind)).toSorted();
  expect(modelled(kinds)).toEqual(modelled(world.exceptions));
  if (world.exceptions.has('loaded-twice')) expect(kinds).toContain('loaded-twice');
  if (!world.wasMoved) expect(kinds).not.toContain('loaded-twice');
}

async function check(world: World): Promise<void> {
  // A confirmed report is not lost, and sending it again changes nothing.
  const ids = [...world.sent.keys()];
  const statuses = () => server.query('select status, status_version from shipments where id = $1', [world.shipmentId]);
  const before = await statuses();
  for (const { as, kind, input } of world.sent.values()) {
    expect((await server.call(`courier.${kind}`, input, { as })).outcome).toBe('ok');
  }
  const facts = await server.query('select id from courier_facts where id = any($1)', [ids]);
  expect(facts).toHaveLength(ids.length);
  expect(await statuses()).toEqual(before);

  const tasks = await server.query<{ status: string; courier_id: string; run: string }>(
    `select t.status, r.courier_id, r.status as run from run_tasks t join runs r on r.id = t.run_id
     where shipment_id = $1`,
    [world.shipmentId],
  );
  const open = tasks.filter(({ status }) => status === 'assigned' || status === 'loaded');
  expect(open.length).toBeLessThanOrEqual(1);
  // Nobody could add it to another run, or move it.
  expect(['planned', 'released', 'active', undefined]).toContain(open[0]?.run);
  if (world.deliveredBy.size > 0) {
    if (!world.isPlannedAgain) expect(open).toEqual([]);
    for (const who of world.deliveredBy) {
      const id = who === 'A' ? world.a.id : world.b.id;
      expect(tasks.some((task) => task.courier_id === id && task.status === 'delivered')).toBe(true);
    }
  }
}

/** Only a missing parcel is looked for. */
async function checkSearches(world: World, act: string, status: string | undefined, isReport: boolean): Promise<void> {
  const searches = await server.query<{ task_id: string }>(
    `select task_id from run_exceptions where kind in ('missing-parcel', 'not-in-vehicle') and resolved_at is null
       and task_id in (select id from run_tasks where shipment_id = $1)`,
    [world.shipmentId],
  );
  if (/delivers$/.test(act) && isReport) expect([act, searches]).toEqual([act, []]);
  if (status === 'returned') expect([act, searches]).not.toContainEqual({ task_id: world.taskId });
  const hasLost = ['A closes', 'close the run', 'A corrects', 'A loads'].includes(act);
  if (hasLost && status === 'missing') expect([act, ...searches]).toContainEqual({ task_id: world.taskId });
}

async function readCustody({ shipmentId }: World) {
  const [task] = await server.query<{ id: string; status: string; courier_id: string }>(
    `select t.id, t.status, r.courier_id from run_tasks t join runs r on r.id = t.run_id
     where t.shipment_id = $1 and t.status in ('assigned', 'loaded')`,
    [shipmentId],
  );
  const mails = await server.query(
    `select from mails where about->>'shipmentId' = $1 and kind = 'delivery-attempted'`,
    [shipmentId],
  );
  return { task: task?.id ?? null, status: task?.status, courier: task?.courier_id ?? null, news: mails.length };
}

/** What only stories need. */
const IN_STORIES: typeof ACTS = {
  ...ACTS,
  async 'A loads it where it is now'(world) {
    const [row] = await server.query<{ id: string }>(
      `select t.id from run_tasks t join runs r on r.id = t.run_id
       where t.shipment_id = $1 and r.courier_id = $2 and t.status = 'assigned'`,
      [world.shipmentId, world.a.id],
    );
    return send(world, world.a, 'load', { taskIds: [row?.id] });
  },
  'A changes the method': (world) =>
    visit(world, world.a, world, { ...delivered, method: 'neighbour', supersedes: world.deliveriesOfA.at(-1) }),
  'B corrects': asB((world, task) => visit(world, world.b, task, { ...failed, supersedes: world.deliveryOfB })),
  'plan it for A': ({ a, shipmentId }) =>
    server.call(
      'runAdmin.create',
      { day: 'today', name: 'Evening', courierId: a.id, shipmentIds: [shipmentId] },
      reader,
    ),
  'ship the shipment': ({ shipmentId: id }) =>
    server.call('shipmentAdmin.updateShipment', { id, status: 'shipped' }, reader),
};

/** Tasks are the oldest first. */
async function endingOf({ shipmentId, a, b }: World): Promise<Record<string, string>> {
  const wordsOf = async (sql: string, ...more: string[]) => {
    const rows = await server.query<{ words: string }>(sql, [shipmentId, ...more]);
    return rows.map(({ words }) => words).join(', ');
  };
  const tasksOf = ({ id }: Person) =>
    wordsOf(
      `select t.status as words from run_tasks t join runs r on r.id = t.run_id
       where t.shipment_id = $1 and r.courier_id = $2 order by t.id`,
      id,
    );
  const shown = await server.call('shipmentAdmin.getShipment', { id: shipmentId }, reader);
  const visits = (shown.outcome === 'ok' && shown.data.visits) || [];
  const open = (await server.call('runAdmin.exceptions', { shipmentId }, reader)).data;
  return {
    A: await tasksOf(a),
    B: await tasksOf(b),
    shipment: await wordsOf('select status as words from shipments where id = $1'),
    open: open.map(({ kind }) => kind).join(', ') || 'nothing',
    history: await wordsOf(
      `select comment || ' (' || status || ')' as words from activities
       where shipment_id = $1 order by occurred_at, created_at, id`,
    ),
    mails: await wordsOf(
      `select count(*) || ' ' || kind as words from mails
       where about->>'shipmentId' = $1 and kind in ('status-changed', 'delivery-corrected') group by kind order by kind`,
    ),
    visits: visits.map(({ method, result, corrected }) => `${method ?? result}${corrected ? '*' : ''}`).join(', '),
  };
}

/** `@`: so many minutes ago; `late`: phones were silent until the desk was done; `*`: corrected. */
const STORIES = `
the later of two scans has the parcel: A loads, reassign, A loads => A loaded; B moved; open loaded-twice
an earlier scan takes nothing away: A loads, reassign, B loads, A loads @5 => A moved; B loaded; open loaded-twice
an old task of one phone is no second scan: A loads, moved to B and back to A, A loads => open nothing
nor is a scan from before the move: A loads, moved to B and back to A, A loads @5 => open nothing
a return from before a move is about what was moved: A loads, moved to B and back to A, A returns @5 => A moved, assigned
whatever was scanned since: A loads, moved to B and back to A, A loads it where it is now @-1, A returns @5 => A moved, loaded
a parcel is back by its old task: A loads, moved to B and back to A, A returns, A closes => A moved, returned; shipment held; open nothing
a return keeps what is planned since: A loads, A starts, back to the pool, plan it for A, A returns => A moved, assigned
of two deliveries the earlier comes first: A loads, reassign, a second phone of A delivers @20, B delivers @10 => shipment delivered; open delivered-twice; mails 2 status-changed; visits mailbox, recipient
whichever was reported first: A loads, reassign, a second phone of A delivers @10, B delivers @20 => shipment delivered; open delivered-twice; mails 2 status-changed; visits recipient, mailbox
one counts while the other is taken back: A loads, reassign, A delivers @20, B delivers @10, A corrects => shipment delivered; mails 2 status-changed
and none once both are: A loads, reassign, A delivers @20, B delivers @10, A corrects, B corrects => shipment in-progress; mails 2 delivery-corrected, 2 status-changed
a second phone is no second delivery: a second phone of A delivers @10, A delivers @20, a second phone of A delivers @5 => visits recipient, mailbox, mailbox; history Delivered to the recipient (delivered), Delivered to the mailbox (delivered), Label created (in-progress); open nothing; mails 2 status-changed
nor anything new in the history: A loads, A loads, A starts, A starts, A loads, A returns, A returns, A loads @1, A starts => history Label created (in-progress), Loaded for delivery (in-progress), Out for delivery (delivery), Back at the depot (held)
a late start takes nothing back and tells nobody: A loads, ship the shipment, A starts @60 => shipment shipped; mails 2 status-changed; history Out for delivery (delivery), Label created (in-progress), Loaded for delivery (in-progress), Status changed to Shipped (shipped)
nor does a late return: A loads, A starts, ship the shipment, A returns @60 => shipment shipped; mails 4 status-changed; history Back at the depot (held), Label created (in-progress), Loaded for delivery (in-progress), Out for delivery (delivery), Status changed to Shipped (shipped)
a correction brings the status before back: A loads, A starts, A delivers, A corrects => shipment delivery; A loaded; mails 2 delivery-corrected, 4 status-changed
also one that the desk gave before both: late, A loads, A starts, hold the shipment, A delivers, A corrects => shipment held; mails 2 delivery-corrected, 6 status-changed
another method is one delivery, without a message: A loads, A starts, A delivers, A changes the method => shipment delivered; visits recipient*, neighbour; mails 4 status-changed; open nothing; A delivered
a correction puts no cancelled parcel into the run: A loads, A starts, A delivers, cancel the shipment, A corrects => A cancelled
nor a deleted one: A loads, A starts, A delivers, delete the shipment, A corrects => A cancelled
a missing parcel is searched until it is delivered: late, A loads, A starts, close the run, A delivers => open after-close
again once that is taken back: late, A loads, A starts, close the run, A delivers, A corrects => open after-close, missing-parcel
or until it is scanned back: late, A loads, A starts, close the run, A returns => open nothing`;

it.each(STORIES.trim().split('\n'))('%s', async (line) => {
  const [, story = '', end = ''] = line.split(/: (?=A |a |late)| => /);
  const named = story.split(', ');
  const world = await newWorld(named[0] === 'late');
  for (const act of named.filter((one) => one !== 'late')) {
    const [name = '', minutes] = act.split(' @');
    world.minutesAgo = minutes === undefined ? undefined : Number(minutes);
    await (IN_STORIES[name] ?? expect.fail(name))(world);
  }
  const ending = end.split('; ').map((part): [string, string] => {
    const [key = ''] = part.split(' ');
    return [key, part.slice(key.length + 1)];
  });
  expect(await endingOf(world)).toMatchObject(Object.fromEntries(ending));
});

const acts = fc.array(fc.constantFrom(...Object.keys(ACTS)), { minLength: 1, maxLength: 9 });

it('ends as the design says and loses no fact, in every order', { timeout: 300_000 }, async () => {
  const met = new Set<string>();
  const property = fc.asyncProperty(acts, fc.boolean(), async (order, isLate) => {
    const world = await newWorld(isLate);
    let before: string | undefined;
    let hasManagerSet = false;
    let setByManager: string | undefined;
    for (const act of order) {
      const sent = world.sent.size;
      const custody = /^[AB] fails$/.test(act) && (await readCustody(world));
      await ACTS[act]?.(world);
      met.add(act);
      // Nobody gets news of a failure if another courier has the parcel now.
      if (custody) {
        const isOfOther = custody.courier !== null && custody.courier !== (act === 'A fails' ? world.a.id : world.b.id);
        expect(await readCustody(world)).toEqual({ ...custody, news: isOfOther ? custody.news : expect.any(Number) });
      }
      const [shipment] = await server.query<{ status: string }>('select status from shipments where id = $1', [
        world.shipmentId,
      ]);
      const isDelivery = /delivers$/.test(act) && world.sent.size > sent && !world.deleted;
      const isLateReport = isLate && hasManagerSet && /^[AaB] (?!.*delivers)/.test(act);
      if (isDelivery) expect([act, shipment?.status]).toEqual([act, 'delivered']);
      // A manager’s status is later than all that silent phones report. It is back once a delivery
      // is taken back.
      const kept = act === 'A corrects' ? [before, setByManager] : [before];
      if (isLateReport) expect(kept, act).toContain(shipment?.status);
      const [task] = await server.query<{ status: string }>('select status from run_tasks where id = $1', [
        world.taskId,
      ]);
      await checkSearches(world, act, task?.status, world.sent.size > sent);
      // A phone’s tasks at the start are left behind or loaded, and at the end not open.
      if (act === 'A starts') expect([act, task?.status]).not.toEqual([act, 'assigned']);
      if (act === 'A closes') expect(['assigned', 'loaded']).not.toContain(task?.status);
      hasManagerSet ||= /^(?:hold|cancel) the shipment$/.test(act);
      // A status that it already had isn’t recorded.
      const isSet = /^(?:hold|cancel|deliver) the shipment$/.test(act) && before !== shipment?.status;
      hasManagerSet ||= isSet;
      if (isSet) setByManager = shipment?.status;
      before = shipment?.status;
    }
    await check(world);
    await checkExceptions(world);
    for (const kind of world.exceptions) met.add(kind);
  });
  const examples: [string[], boolean][] = [
    [['A loads', 'A starts', 'A delivers', 'A closes', 'A corrects'], false],
    [['A delivers', 'close the run', 'A corrects', 'A returns'], true],
    [['cancel the run', 'A delivers', 'A corrects'], false],
    [['A loads', 'moved to B and back to A', 'A closes'], true],
    [['moved to B and back to A', 'A starts', 'close the run', 'A loads'], false],
    [['moved to B and back to A', 'A loads'], false],
    [['cancel the shipment', 'A delivers', 'A corrects', 'A returns'], true],
    [['A loads', 'A starts', 'cancel the shipment', 'A returns', 'A closes'], false],
    [['A loads', 'moved to B and back to A', 'A returns', 'close the run'], false],
    [['A loads', 'A starts', 'reassign', 'A fails', 'B loads', 'B delivers'], false],
    [['A loads', 'reassign', 'B loads', 'moved to B and back to A', 'B fails', 'B returns'], false],
    [['hold the shipment', 'A delivers', 'deliver the shipment', 'A corrects', 'A loads'], true],
    [['reassign', 'B delivers', 'A delivers'], false],
    [['reassign', 'B loads', 'A loads'], false],
    [['A loads', 'A starts', 'close the run', 'A delivers', 'A corrects', 'A returns'], true],
    [['A loads', 'A starts', 'reschedule', 'A delivers'], false],
  ];
  // A slow machine tries fewer.
  await fc.assert(property, { numRuns: isThorough ? 3_000 : 40, interruptAfterTimeLimit: 240_000, examples });
  // A run without some act or exception would have shown little.
  expect([...met]).toEqual(expect.arrayContaining([...Object.keys(ACTS), ...MODELLED, 'loaded-twice']));
});

it('lets concurrent reports and managers wait for each other, never fail', async () => {
  for (let round = 0; round < 6; round += 1) {
    const world = await newWorld();
    await ACTS['A loads']?.(world);
    const rivals = [
      'A delivers',
      'A returns',
      'A starts',
      'reassign',
      'hold the shipment',
      'a second phone of A delivers',
    ];
    await Promise.all(rivals.map((act) => ACTS[act]?.(world)));
    await check(world);
  }
});
