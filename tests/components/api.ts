/**
 * Functions replace procedures, with the router’s types, so that a changed procedure breaks its
 * stub. They replace tRPC’s last links (vitest.config.ts).
 */
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import type { Inputs, Outputs } from '../../src/domain/calls/calls.ts';
import type { SecondStep, ToDecide } from '../../src/domain/errors.ts';

/** Procedures by router and name, such as `{ auth: { login: () => ({ token }) } }`. */
export type Api = {
  [R in keyof Outputs]?: {
    [P in keyof Outputs[R]]?: (
      input: Inputs[R][P & keyof Inputs[R]],
      call: StubbedCall,
    ) => Outputs[R][P] | Promise<Outputs[R][P]>;
  };
};

type RouterName = keyof Outputs & string;
export type ProcedureName = { [R in RouterName]: `${R}.${keyof Outputs[R] & string}` }[RouterName];

export interface StubbedCall {
  context: Record<string, unknown>;
  /** It is empty until the procedure sets some. */
  headers: Headers;
}

interface MadeCall {
  procedure: string;
  input: unknown;
  context: Record<string, unknown>;
}

export class Rejection extends Error {
  readonly code: string;
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  readonly httpStatus: number;
  readonly toDecide: readonly ToDecide[] | undefined;
  readonly secondStep: SecondStep | undefined;

  constructor(
    code: keyof typeof HTTP_STATUS,
    message: string,
    fieldErrors: Readonly<Record<string, readonly string[]>> = {},
    toDecide?: readonly ToDecide[],
    secondStep?: SecondStep,
  ) {
    super(message);
    this.code = code;
    this.fieldErrors = fieldErrors;
    this.httpStatus = HTTP_STATUS[code];
    this.toDecide = toDecide;
    this.secondStep = secondStep;
  }
}

export const rejecting =
  (...rejection: ConstructorParameters<typeof Rejection>) =>
  (): never => {
    throw new Rejection(...rejection);
  };

const HTTP_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** No procedure is asked at all when offline. */
export const noAnswer = (): never => {
  throw new TypeError('Failed to fetch');
};

export function held<Answer>(): {
  answer: () => Promise<Answer>;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
} {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  promise.catch(() => undefined);
  return { answer: () => promise, resolve, reject };
}

/** A brand that has long delivered parcels. */
export const ESTABLISHED = {
  rates: 3,
  couriers: 2,
  couriersHere: 2,
  isLabelPrinted: true,
  parcels: 10,
  hasRun: true,
  isDelivered: true,
};

/** First pages, accounts, the desk’s row of rooms and fields of names ask for these. */
const ASKED_EVERYWHERE: Api = {
  bill: { getOpen: () => ({ count: 0, amount: 0, data: [] }) },
  statement: { next: () => ({ period: 'none', taxNumber: '', draft: null }) },
  statementAdmin: { get: () => ({ period: 'none', taxNumber: '', draft: null }), list: () => [], exports: () => [] },
  settings: { getSetUp: () => ESTABLISHED },
  shipmentAdmin: { findContacts: () => [] },
  shipper: { findReceivers: () => [] },
  deskAdmin: { getWork: () => ({ work: [], days: [] }) },
  reports: { getMoneyLines: () => [] },
  transactionAdmin: { getUserBalance: () => ({ total: 0, available: 0 }) },
  transaction: {
    getBalance: () => ({ total: 0, available: 0 }),
    getPayment: () => ({
      reference: 'RF18539007547034',
      amount: null,
      link: null,
      account: null,
      isIban: false,
      qr: null,
    }),
  },
};

let api: Api = ASKED_EVERYWHERE;
let made: MadeCall[] = [];
let unexpected: string[] = [];
let isSilent = false;

/** Every call hangs, except those served after this. */
export function silence(): void {
  api = {};
  isSilent = true;
}

export function serve(more: Api): void {
  for (const [name, procedures] of Object.entries(more)) {
    const router = name as RouterName;
    api = { ...api, [router]: { ...api[router], ...procedures } };
  }
}

export const inputsOf = (name: ProcedureName): unknown[] => callsOf(name).map(({ input }) => input);

export const callsOf = (name: ProcedureName): MadeCall[] => made.filter(({ procedure }) => procedure === name);

export const calledProcedures = (): string[] => [...new Set(made.map(({ procedure }) => procedure))];

/** Returns the calls for which there was no procedure. */
export function resetApi(): string[] {
  const found = unexpected;
  api = ASKED_EVERYWHERE;
  made = [];
  unexpected = [];
  isSilent = false;
  return found;
}

export function noteUnexpected(call: string): void {
  unexpected.push(call);
}

async function respond(path: string, input: unknown, { context, headers }: StubbedCall): Promise<unknown> {
  const [router = '', name = ''] = path.split('.');
  const procedures = api[router as RouterName] as
    | Record<string, ((input: unknown, call: StubbedCall) => unknown) | undefined>
    | undefined;
  if (!navigator.onLine) noAnswer();
  made.push({ procedure: path, input, context });
  const procedure = procedures?.[name];
  if (!procedure) {
    if (isSilent) return new Promise(() => undefined);
    noteUnexpected(path);
    throw new TypeError(`Nothing serves ${path}`);
  }
  const output = await procedure(input, { context, headers });
  // The network drops `undefined` and shares nothing, too.
  return output === undefined ? undefined : JSON.parse(JSON.stringify(output));
}

function errorOf(error: unknown): TRPCClientError<AnyTRPCRouter> {
  if (!(error instanceof Rejection)) return TRPCClientError.from(error as Error);
  const { code, httpStatus, fieldErrors, toDecide, secondStep, message } = error;
  const data = { code, httpStatus, fieldErrors, toDecide, secondStep, requestId: 'a-request' };
  return TRPCClientError.from({ error: { code: -32_000, message, data } } as never);
}

/** Stands for tRPC's `httpLink` and `httpBatchLink`. */
function stubbedLink(): TRPCLink<AnyTRPCRouter> {
  return () =>
    ({ op }) =>
      observable((observer) => {
        let isOver = false;
        const headers = new Headers();
        respond(op.path, op.input, { context: op.context, headers }).then(
          (data) => {
            if (isOver) return;
            observer.next({ result: { type: 'data', data }, context: { response: new Response(null, { headers }) } });
            observer.complete();
          },
          (error: unknown) => isOver || observer.error(errorOf(error)),
        );
        return () => {
          isOver = true;
        };
      });
}

export const httpLink = stubbedLink;
export const httpBatchLink = stubbedLink;
