import type { LiveNews } from '../../../src/domain/live-news.ts';
import { tooManyRequests, UserError } from '../errors/errors.ts';
import { networkOf } from '../limits/limit-keys.ts';

/** Sent on commit (migrations, 0000_schema.sql). */
export interface Change {
  shipment?: string;
  open?: boolean;
  owners?: string[];
  session?: string;
  person?: string;
  // Notifies its courier and managers only.
  run?: string;
  courier?: string;
  /** Only servers hear of it. */
  settings?: true;
  /** The owner of the drafts. Notifies nobody else. */
  draftsOf?: string;
  /** Each page gets this at most every two minutes. */
  parcels?: { id: string; owners: string[] }[];
}

export interface Follower {
  address: string;
  personId: string | null;
  sessionId: string | null;
  /** Null until verified. */
  ownerId: string | null;
  /** `isGranted` adds the details. */
  shipments: ReadonlyMap<string, { trackingId: string; isGranted: boolean }>;
  own: boolean;
  managed: boolean;
  runs: 'all' | 'own' | null;
  drafts: boolean;
}

export interface Followers {
  /** @throws TOO_MANY_REQUESTS or SERVICE_UNAVAILABLE. */
  add(follower: Follower, signal: AbortSignal): AsyncIterable<LiveNews, void>;
  notify(change: Change): void;
  /** For changes that may have been missed. */
  notifyAll(): void;
  close(): void;
}

export const MAX_STREAMS = { person: 20, network: 200, process: 10_000 };
/** Then browsers reconnect through the guards: a session or grant may have expired. */
const MAX_STREAM_AGE_MS = 15 * 60_000;
const BATCH_WINDOW_MS = 400;
const PARCELS_INTERVAL_MS = 2 * 60_000;

interface Stream extends Follower {
  network: string;
  news: LiveNews | null;
  isOver: boolean;
  wake: () => void;
  parcels: { waiting: Set<string>; timer: NodeJS.Timeout } | null;
}

const noNews = (): LiveNews => ({ trackingIds: [], own: false, managed: false });

export function createFollowers(): Followers {
  const streams = new Set<Stream>();
  let isClosed = false;

  function assertCapacity(network: string, personId: string | null): void {
    if (isClosed || streams.size >= MAX_STREAMS.process) throw new UserError('SERVICE_UNAVAILABLE');
    let [ofPerson, ofNetwork] = [0, 0];
    for (const other of streams) {
      if (personId !== null && other.personId === personId) ofPerson += 1;
      if (other.network === network) ofNetwork += 1;
    }
    if (ofPerson >= MAX_STREAMS.person || ofNetwork >= MAX_STREAMS.network) {
      throw tooManyRequests(60);
    }
  }

  function end(stream: Stream): void {
    stream.isOver = true;
    stream.wake();
  }

  // One pending item, however slow the reader.
  function addNews(stream: Stream, { trackingIds, own, managed, runs, drafts }: LiveNews): void {
    if (trackingIds.length === 0 && !own && !managed && !runs && !drafts) return;
    const news = stream.news ?? noNews();
    stream.news = {
      trackingIds: [...new Set([...news.trackingIds, ...trackingIds])],
      own: news.own || own,
      managed: news.managed || managed,
      ...((news.runs || runs) && { runs: true }),
      ...((news.drafts || drafts) && { drafts: true }),
    };
    stream.wake();
  }

  function addParcelNews(stream: Stream, trackingIds: readonly string[]): void {
    if (trackingIds.length === 0) return;
    if (stream.parcels) {
      for (const trackingId of trackingIds) stream.parcels.waiting.add(trackingId);
      return;
    }
    addNews(stream, { ...noNews(), trackingIds: [...trackingIds] });
    const waiting = new Set<string>();
    const timer = setTimeout(() => {
      stream.parcels = null;
      addParcelNews(stream, [...waiting]);
    }, PARCELS_INTERVAL_MS);
    stream.parcels = { waiting, timer: timer.unref() };
  }

  function seenParcels(stream: Stream, parcels: NonNullable<Change['parcels']>): string[] {
    return parcels.flatMap(({ id, owners }) => {
      const followed = stream.shipments.get(id);
      const isOwner = stream.ownerId !== null && owners.includes(stream.ownerId);
      return followed && (followed.isGranted || isOwner) ? [followed.trackingId] : [];
    });
  }

  function newsFor(stream: Stream, { shipment, open = false, owners = [], run, courier, draftsOf }: Change): LiveNews {
    if (draftsOf !== undefined) return { ...noNews(), drafts: stream.drafts && stream.ownerId === draftsOf };
    if (run !== undefined) {
      const isOwn = stream.runs === 'own' && stream.personId === courier;
      return { ...noNews(), runs: isOwn || stream.runs === 'all' };
    }
    const followed = shipment === undefined ? undefined : stream.shipments.get(shipment);
    const isOwner = stream.ownerId !== null && owners.includes(stream.ownerId);
    const canSee = followed && (open || followed.isGranted || isOwner);
    return {
      ...noNews(),
      trackingIds: canSee ? [followed.trackingId] : [],
      own: stream.own && isOwner,
      managed: stream.managed,
    };
  }

  async function* follow(stream: Stream, signal: AbortSignal): AsyncGenerator<LiveNews, void> {
    const endStream = () => end(stream);
    const ageLimit = setTimeout(endStream, MAX_STREAM_AGE_MS * (1 - Math.random() / 10));
    signal.addEventListener('abort', endStream);
    try {
      yield noNews();
      while (!stream.isOver) {
        if (!stream.news) {
          await new Promise<void>((resolve) => {
            stream.wake = resolve;
          });
          continue;
        }
        const { news } = stream;
        stream.news = null;
        yield news;
        await waitForBatch(stream);
      }
    } finally {
      clearTimeout(ageLimit);
      clearTimeout(stream.parcels?.timer);
      signal.removeEventListener('abort', endStream);
      streams.delete(stream);
    }
  }

  return {
    add(follower, signal) {
      const network = networkOf(follower.address);
      assertCapacity(network, follower.personId);
      const stream: Stream = {
        ...follower,
        network,
        news: null,
        isOver: signal.aborted,
        wake: () => undefined,
        parcels: null,
      };
      streams.add(stream);
      // If nothing is read, `finally` never runs.
      signal.addEventListener('abort', () => streams.delete(stream), { once: true });
      return follow(stream, signal);
    },
    notify(change) {
      const { session, person } = change;
      for (const stream of streams) {
        if (session !== undefined || person !== undefined) {
          if (stream.sessionId === session || stream.personId === person) end(stream);
        } else if (change.parcels) addParcelNews(stream, seenParcels(stream, change.parcels));
        else addNews(stream, newsFor(stream, change));
      }
    },
    notifyAll() {
      for (const stream of streams) {
        const trackingIds = Array.from(stream.shipments.values(), ({ trackingId }) => trackingId);
        const { own, managed, runs, drafts } = stream;
        addNews(stream, { trackingIds, own, managed, runs: runs !== null, drafts });
      }
    },
    close() {
      isClosed = true;
      for (const stream of streams) end(stream);
    },
  };
}

function waitForBatch(stream: Stream): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, BATCH_WINDOW_MS);
    stream.wake = () => {
      if (!stream.isOver) return;
      clearTimeout(timer);
      resolve();
    };
  });
}
