import { withResolvers } from '../../browser/with-resolvers.ts';
import { readAccessToken } from '../calls/access-token.ts';
import type { ServerError } from '../calls/call-error.ts';
import type { Topic } from '../define-query.ts';
import { openStream } from './live-stream.ts';
import { topicsInNews } from './live-topics.ts';
import { everyWant, type Want } from './live-wants.ts';

export type TabMessage = { type: 'news'; topics: Topic[] } | { type: 'wants' } | { type: 'rights' };

/** Doubling, plus up to half, so that browsers spread out. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
/** After this long it reopens sooner. */
const LIVED_MS = 10_000;
const RENEWED_WITHIN_MS = 800;

interface Stream {
  asked: string;
  wants: readonly Want[];
  isOpen: boolean;
  openedAt: number;
  close(): void;
}

export function joinElection(
  broadcast: (message: TabMessage) => void,
  onSignedOut: () => void,
): { update(): void; leave(): void } {
  const resigning = new AbortController();
  const { signal } = resigning;
  const end = withResolvers<void>();
  let isLeading = false;
  let stream: Stream | null = null;
  let failures = 0;
  /** The server ends streams when rights change. */
  let mayHaveNewRights = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let updating: Promise<void> = Promise.resolve();

  void navigator.locks
    .request('live-leader', { signal }, () => {
      isLeading = true;
      update();
      return end.promise;
    })
    .catch(() => undefined); // Stopped while it waited.

  function update(): void {
    updating = updating.then(open, open);
  }

  async function open(): Promise<void> {
    if (!isLeading || signal.aborted) return;
    const wants = await everyWant();
    const asked = JSON.stringify([readAccessToken(), wants]);
    if (signal.aborted || stream?.asked === asked) return;
    clearTimeout(retry);
    const earlier = stream;
    stream = null;
    if (wants.length === 0) return earlier?.close();
    // The old one stays open until then, so no news is missed.
    const mine: Stream = { asked, wants, isOpen: false, openedAt: Number.POSITIVE_INFINITY, close: () => undefined };
    stream = mine;
    const close = openStream(wants, {
      onOpen() {
        const known = new Set(earlier?.isOpen ? earlier.wants.map(({ topic }) => topic) : []);
        earlier?.close();
        mine.isOpen = true;
        mine.openedAt = Date.now();
        failures = 0;
        const topics = wants.map(({ topic }) => topic).filter((topic) => !known.has(topic));
        if (topics.length > 0) broadcast({ type: 'news', topics });
        if (mayHaveNewRights) broadcast({ type: 'rights' });
        mayHaveNewRights = false;
      },
      onNews(news) {
        const topics = topicsInNews(news);
        if (topics.length > 0) broadcast({ type: 'news', topics });
      },
      onEnd(problem) {
        mine.isOpen = false;
        earlier?.close();
        if (stream !== mine) return;
        stream = null;
        mayHaveNewRights ||= problem === null;
        again(problem, Date.now() - mine.openedAt > LIVED_MS);
      },
    });
    mine.close = () => {
      earlier?.close();
      close();
    };
  }

  function again(problem: ServerError | null, hasLived: boolean): void {
    if (problem?.code === 'UNAUTHORIZED') onSignedOut();
    failures = problem ? failures + 1 : 0;
    const isRefused = problem?.code && problem.code !== 'SERVICE_UNAVAILABLE';
    const wait = isRefused ? MAX_WAIT_MS : Math.min(FIRST_WAIT_MS * 2 ** Math.max(failures - 1, 0), MAX_WAIT_MS);
    const isRenewal = hasLived && !problem;
    clearTimeout(retry);
    retry = setTimeout(update, isRenewal ? Math.random() * RENEWED_WITHIN_MS : wait * (1 + Math.random() / 2));
  }

  return {
    update,
    leave() {
      resigning.abort();
      clearTimeout(retry);
      stream?.close();
      stream = null;
      end.resolve();
    },
  };
}
