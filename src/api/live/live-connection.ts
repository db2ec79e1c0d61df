import { readAccessToken } from '../calls/access-token.ts';
import type { ServerError } from '../calls/call-error.ts';
import type { Topic } from '../define-query.ts';
import { openStream, type Want } from './live-stream.ts';
import { topicsInNews } from './live-topics.ts';

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

interface Listener {
  onNews(topics: readonly Topic[]): void;
  /** The session has ended, or has other rights. */
  onSession(): void;
}

/** The stream opens again when it breaks. */
export function createConnection({ onNews, onSession }: Listener): {
  follow(wants: readonly Want[]): void;
  close(): void;
} {
  let stream: Stream | null = null;
  let wanted: readonly Want[] = [];
  let failures = 0;
  /** The server ends streams when rights change. */
  let mayHaveNewRights = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    const wants = wanted;
    const asked = JSON.stringify([readAccessToken(), wants]);
    if (stream?.asked === asked) return;
    clearTimeout(retry);
    const earlier = stream;
    stream = null;
    if (wants.length === 0) {
      earlier?.close();
      return;
    }
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
        onNews(wants.map(({ topic }) => topic).filter((topic) => !known.has(topic)));
        if (mayHaveNewRights) onSession();
        mayHaveNewRights = false;
      },
      onNews: (news) => onNews(topicsInNews(news)),
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
    if (problem?.code === 'UNAUTHORIZED') onSession();
    failures = problem ? failures + 1 : 0;
    const isRefused = problem?.code && problem.code !== 'SERVICE_UNAVAILABLE';
    const wait = isRefused ? MAX_WAIT_MS : Math.min(FIRST_WAIT_MS * 2 ** Math.max(failures - 1, 0), MAX_WAIT_MS);
    const isRenewal = hasLived && !problem;
    clearTimeout(retry);
    retry = setTimeout(open, isRenewal ? Math.random() * RENEWED_WITHIN_MS : wait * (1 + Math.random() / 2));
  }

  return {
    follow(wants) {
      wanted = wants;
      open();
    },
    close() {
      wanted = [];
      clearTimeout(retry);
      stream?.close();
      stream = null;
    },
  };
}
