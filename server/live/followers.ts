/** The streams this process holds, and who of them hears of what. Nothing here asks the database: a change brings the ids. */
import type { LiveNews } from '../../src/domain/live-news.ts';
import { Refusal, tooManyRequests } from '../errors/errors.ts';
import { networkOf } from '../limits/limits.ts';

/** What a transaction tells when it commits (migrations, live.sql). */
export interface Change {
  shipment?: string;
  /** It concerns what everyone may see of the shipment; otherwise what only its owners and grant holders may. */
  open?: boolean;
  /** The people whose lists or money it concerns. */
  owners?: string[];
  /** A session that has ended, or a person whose rights are others now: their streams end. */
  session?: string;
  person?: string;
}

/** Who follows what, as the guards saw it when the stream was opened. */
export interface Follower {
  address: string;
  /** The signed-in person, and the session: what ends them ends the stream. */
  personId: string | null;
  sessionId: string | null;
  /** Whom shipments may belong to: the person, once verified. */
  ownerId: string | null;
  /** By the shipments' ids; with a grant the details as well. */
  shipments: ReadonlyMap<string, { trackingId: string; isGranted: boolean }>;
  own: boolean;
  managed: boolean;
}

export interface Followers {
  /** A stream of news that ends with `signal`, with the rights it was opened with, or of age. Throws where there are too many. */
  add(follower: Follower, signal: AbortSignal): AsyncIterable<LiveNews, void>;
  tell(change: Change): void;
  /** Nobody knows what has changed: everyone asks again. */
  tellAll(): void;
  /** Ends every stream, and lets no other begin. */
  close(): void;
}

/** Streams at the same time: of one person's browsers, of one network (an office, or a whole mobile operator), of a process. */
export const MOST_STREAMS = { person: 20, network: 200, process: 10_000 };
/**
 * Then it ends, and the browser comes back through the guards: a session may be too old by then, or a grant. Up to a tenth
 * sooner, so that streams which began together do not end together.
 */
const LIFE_MS = 15 * 60_000;
/** What happens meanwhile is told together. */
const PAUSE_MS = 400;

interface Stream extends Follower {
  network: string;
  news: LiveNews | null;
  isOver: boolean;
  /** Calls back when there is news, or it is over. */
  wake: () => void;
}

const nothing = (): LiveNews => ({ trackingIds: [], own: false, managed: false });

export function createFollowers(): Followers {
  const streams = new Set<Stream>();
  let isClosed = false;

  function admit(network: string, personId: string | null): void {
    if (isClosed || streams.size >= MOST_STREAMS.process) throw new Refusal('SERVICE_UNAVAILABLE');
    let [ofPerson, ofNetwork] = [0, 0];
    for (const other of streams) {
      if (personId !== null && other.personId === personId) ofPerson += 1;
      if (other.network === network) ofNetwork += 1;
    }
    if (ofPerson >= MOST_STREAMS.person || ofNetwork >= MOST_STREAMS.network) {
      throw tooManyRequests(60);
    }
  }

  function end(stream: Stream): void {
    stream.isOver = true;
    stream.wake();
  }

  /** Adds to what a stream has not told yet: however slow its reader is, there is never more than one piece of news. */
  function note(stream: Stream, { trackingIds, own, managed }: LiveNews): void {
    if (trackingIds.length === 0 && !own && !managed) return;
    const news = stream.news ?? nothing();
    stream.news = {
      trackingIds: [...new Set([...news.trackingIds, ...trackingIds])],
      own: news.own || own,
      managed: news.managed || managed,
    };
    stream.wake();
  }

  function newsFor(stream: Stream, { shipment, open = false, owners = [] }: Change): LiveNews {
    const followed = shipment === undefined ? undefined : stream.shipments.get(shipment);
    const isOwner = stream.ownerId !== null && owners.includes(stream.ownerId);
    const mayHear = followed && (open || followed.isGranted || isOwner);
    return { trackingIds: mayHear ? [followed.trackingId] : [], own: stream.own && isOwner, managed: stream.managed };
  }

  async function* follow(stream: Stream, signal: AbortSignal): AsyncGenerator<LiveNews, void> {
    const over = () => end(stream);
    const age = setTimeout(over, LIFE_MS * (1 - Math.random() / 10));
    signal.addEventListener('abort', over);
    try {
      yield nothing();
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
        await pause(stream);
      }
    } finally {
      clearTimeout(age);
      signal.removeEventListener('abort', over);
      streams.delete(stream);
    }
  }

  return {
    add(follower, signal) {
      const network = networkOf(follower.address);
      admit(network, follower.personId);
      const stream: Stream = { ...follower, network, news: null, isOver: signal.aborted, wake: () => undefined };
      streams.add(stream);
      // A caller who goes before the first piece of news is asked for never gets as far as the generator's end.
      signal.addEventListener('abort', () => streams.delete(stream), { once: true });
      return follow(stream, signal);
    },
    tell(change) {
      const { session, person } = change;
      for (const stream of streams) {
        if (session !== undefined || person !== undefined) {
          if (stream.sessionId === session || stream.personId === person) end(stream);
        } else note(stream, newsFor(stream, change));
      }
    },
    tellAll() {
      for (const stream of streams) {
        const trackingIds = Array.from(stream.shipments.values(), ({ trackingId }) => trackingId);
        note(stream, { trackingIds, own: stream.own, managed: stream.managed });
      }
    },
    close() {
      isClosed = true;
      for (const stream of streams) end(stream);
    },
  };
}

/** A while in which news gather; over at once when the stream is. */
function pause(stream: Stream): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    stream.wake = () => {
      if (!stream.isOver) return;
      clearTimeout(timer);
      resolve();
    };
  });
}
