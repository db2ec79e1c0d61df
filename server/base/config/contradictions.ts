/** Settings that another setting makes useless. They are reported, and never keep a server from starting. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type ChoiceKind, choiceRefusal } from '../../../src/domain/choices.ts';
import { dayIn } from '../../../src/domain/dates.ts';
import { requiresCode } from '../../../src/domain/runs/proof-policy.ts';
import { WEEKDAYS } from '../../../src/domain/time-window.ts';
import { type Environment, readEnvironment } from './env.ts';

type Setting = keyof Environment;
type Source = Record<string, string | undefined>;

interface Contradiction {
  /** The first is what it is about. */
  settings: readonly [Setting, ...Setting[]];
  when: (environment: Environment, source: Source, cores: number) => boolean;
  /** A sentence that goes on with a colon and `mend`. It may begin with *It*. */
  what: string;
  mend: string;
}

const isRuledOut = (kind: ChoiceKind, proof: Environment['PROOF_POLICY']): boolean =>
  choiceRefusal(kind, {
    status: 'in-progress',
    door: null,
    locked: false,
    proof,
    needsCode: requiresCode(proof),
    hasCod: false,
  }) !== null;

const hasTwice = (values: readonly string[]) => new Set(values).size < values.length;

const DEFAULTS = readEnvironment({});
const isChanged = (environment: Environment, setting: Setting): boolean =>
  !isDeepStrictEqual(environment[setting], DEFAULTS[setting]);

const needs = (needed: Setting, settings: Contradiction['settings'], mend: string): Contradiction[] =>
  settings.map((setting) => ({
    settings: [setting, needed],
    when: (environment) => isChanged(environment, setting) && !isChanged(environment, needed),
    what: `It has no effect without ${needed}`,
    mend: `${mend}, or remove ${setting}`,
  }));

export const CONTRADICTIONS: readonly Contradiction[] = [
  {
    settings: ['CHOICES', 'PROOF_POLICY'],
    when: ({ CHOICES, PROOF_POLICY }) => CHOICES.some((kind) => isRuledOut(kind, PROOF_POLICY)),
    what: 'PROOF_POLICY requires a code or a signature at the door, so nobody can choose a safe place or a neighbour',
    mend: 'take safe-place and neighbour out of CHOICES, or code and signature=required out of PROOF_POLICY',
  },
  {
    settings: ['DAYS_OFF', 'RETURN_WINDOWS'],
    when: ({ DAYS_OFF }) => WEEKDAYS.every((day) => DAYS_OFF.includes(day)),
    what: 'It has all days of the week, so nobody can choose another day, a pickup or one of RETURN_WINDOWS',
    mend: 'leave out the weekdays on which couriers drive',
  },
  {
    settings: ['SHOP_ACCOUNTS', 'PREPAID_SHIPPING'],
    when: ({ SHOP_ACCOUNTS, PREPAID_SHIPPING }) => !SHOP_ACCOUNTS && PREPAID_SHIPPING,
    what: 'SHOP_ACCOUNTS=0 has no effect with PREPAID_SHIPPING=1, which takes fees from accounts of shops',
    mend: 'remove one of the two',
  },
  {
    settings: ['EMBEDDED_DATABASE', 'DATABASE_URL'],
    when: ({ EMBEDDED_DATABASE, DATABASE_URL }) => EMBEDDED_DATABASE && DATABASE_URL !== undefined,
    what: 'EMBEDDED_DATABASE=1 has no effect with DATABASE_URL, which names the database in use',
    mend: 'remove the one that you don’t mean',
  },
  {
    settings: ['SMS_BODY', 'SMS_KIND'],
    when: (environment) =>
      environment.SMS_URL !== undefined && environment.SMS_KIND === 'twilio' && isChanged(environment, 'SMS_BODY'),
    what: 'It has no effect with SMS_KIND=twilio, whose form is fixed',
    mend: 'set SMS_KIND=generic, or remove SMS_BODY',
  },
  {
    settings: ['JOBS_PORT', 'PROCESS'],
    when: ({ JOBS_PORT }, { PROCESS }) => JOBS_PORT !== undefined && PROCESS === 'both',
    what: 'It has no effect with PROCESS=both, as jobs then run in the process that has PORT',
    mend: 'remove JOBS_PORT, or PROCESS for two processes',
  },
  {
    settings: ['WEB', 'PROCESS'],
    when: ({ WEB }, { PROCESS }) => WEB > 1 && PROCESS === 'jobs',
    what: 'It has no effect with PROCESS=jobs, which runs no web process',
    mend: 'remove WEB here',
  },
  {
    settings: ['WEB'],
    when: ({ WEB }, { PROCESS }, cores) => WEB > cores && PROCESS !== 'jobs',
    what: 'WEB starts more processes than this machine has cores, so each only slows down the others',
    mend: 'start as many as there are cores, or fewer',
  },
  {
    settings: ['TAX_RATES'],
    when: ({ TAX_RATES }) => hasTwice(TAX_RATES.map(({ from }) => from)),
    what: 'TAX_RATES has two rates from one day, and only the last of them counts',
    mend: 'remove the one that is wrong',
  },
  {
    settings: ['TAX_RATES'],
    when: ({ TAX_RATES, TIME_ZONE }) => {
      const [first] = TAX_RATES;
      return first !== undefined && first.from > dayIn(TIME_ZONE, new Date());
    },
    what: 'TAX_RATES begins in the future, so fees are without tax until then',
    mend: 'name the rate of today, too, if there is one',
  },
  {
    settings: ['TAX_NUMBER', 'TAX_RATES'],
    when: ({ TAX_NUMBER, TAX_RATES }) => TAX_RATES.length > 0 && TAX_NUMBER === '',
    what: 'TAX_RATES adds tax to statements that have no TAX_NUMBER, which most countries ask for',
    mend: 'set the number under which you pay that tax',
  },
  {
    settings: ['SITE_ADDRESS', 'TAX_RATES'],
    when: ({ TAX_RATES, SITE_ADDRESS, BRAND_DIR }) =>
      TAX_RATES.length > 0 && SITE_ADDRESS === '' && !(BRAND_DIR && existsSync(join(BRAND_DIR, 'imprint.md'))),
    what: 'TAX_RATES adds tax to statements without an address, as neither SITE_ADDRESS nor an imprint has one',
    mend: 'set the address of who pays that tax',
  },
  {
    settings: ['RETURN_WINDOWS'],
    when: ({ RETURN_WINDOWS }) => {
      const sorted = RETURN_WINDOWS.toSorted((one, other) => (one.from < other.from ? -1 : 1));
      return sorted.some(({ from }, at) => from < (sorted[at - 1]?.until ?? from));
    },
    what: 'RETURN_WINDOWS has two that overlap, so people choose between times that are partly the same',
    mend: 'let each begin when the one before ends',
  },
  {
    settings: ['JOURNAL_ACCOUNTS'],
    when: ({ JOURNAL_ACCOUNTS }) => hasTwice(Object.values(JOURNAL_ACCOUNTS)),
    what: 'JOURNAL_ACCOUNTS has one number for two accounts, so what goes from one to the other can’t be seen',
    mend: 'give each account its own number',
  },
  {
    settings: ['SMS_FROM'],
    when: ({ SMS_URL, SMS_FROM }) => SMS_URL !== undefined && /\p{L}/u.test(SMS_FROM) && SMS_FROM.length > 11,
    what: 'SMS_FROM has more than the 11 letters that a sender’s name can have, so no phone gets a text from it',
    mend: 'shorten it, or use a number',
  },
  ...needs(
    'SMS_URL',
    ['SMS_EVENTS', 'SMS_KIND', 'SMS_TOKEN', 'SMS_FROM', 'SMS_BODY', 'SMS_PRICE', 'SMS_PER_DAY', 'SMS_QUIET'],
    'set SMS_URL to the address of your gateway',
  ),
  ...needs('BACKUP_DIR', ['BACKUP_AT', 'BACKUP_DAYS'], 'set BACKUP_DIR to a folder on another disk'),
  ...needs('DATABASE_REPLICA_URLS', ['MAX_REPLICA_LAG'], 'name the replicas'),
];

export const findContradictions = (
  environment: Environment,
  source: Source,
  cores = availableParallelism(),
): Contradiction[] => CONTRADICTIONS.filter(({ when }) => when(environment, source, cores));

export const sentenceOf = ({ settings, what, mend }: Contradiction): string =>
  `${what.replace(/^It /, `${settings[0]} `)}: ${mend}.`;
