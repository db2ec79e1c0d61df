import { paths } from '../../domain/paths.ts';
import { deskName, isAtDesk, may, type RestrictedCall } from '../../domain/roles.ts';
import type { User } from '../../domain/user.ts';
import type { IconName } from '../../ui/icon.tsx';

export interface Place {
  to: string;
  icon: IconName;
  label: string;
  /** Only people who may make this call see it. */
  call?: RestrictedCall;
}

export const PLACES = {
  home: { to: paths.home, icon: 'house', label: 'Home' },
  shipping: { to: paths.shipping(), icon: 'send', label: 'Shipping' },
  newShipment: {
    to: paths.newShipment,
    icon: 'package-plus',
    label: 'New shipment',
    call: 'shipper.createShipment',
  },
  drafts: { to: paths.drafts(), icon: 'pencil', label: 'Drafts', call: 'shipper.getDrafts' },
  importDrafts: {
    to: paths.importDrafts,
    icon: 'file-up',
    label: 'Import CSV',
    call: 'shipper.saveMapping',
  },
  connectedShops: {
    to: paths.connectedShops,
    icon: 'link',
    label: 'Connected shops',
    call: 'shopConnection.list',
  },
  shippingLabels: {
    to: paths.shippingLabels(),
    icon: 'printer',
    label: 'Labels to print',
    call: 'shipper.getUnprinted',
  },
  shopReport: {
    to: paths.shopReport(),
    icon: 'chart-column',
    label: 'Report',
    call: 'shipper.createShipment',
  },
  tracking: { to: paths.track(), icon: 'search', label: 'Tracking' },
  packages: { to: paths.packages(), icon: 'inbox', label: 'My packages' },
  profile: { to: paths.profile(), icon: 'user', label: 'My profile' },
  account: { to: paths.account(), icon: 'wallet', label: 'Account' },
  security: { to: paths.security, icon: 'lock', label: 'Security' },
  device: { to: paths.onThisDevice, icon: 'download', label: 'On this device' },
  developers: {
    to: paths.developerKeys,
    icon: 'key-round',
    label: 'Developers',
    call: 'apiKey.list',
  },
  outbox: { to: paths.outbox, icon: 'cloud-upload', label: 'Outbox' },
  run: { to: paths.courier, icon: 'truck', label: 'My run', call: 'courier.getRun' },
  load: {
    to: paths.courierLoad,
    icon: 'scan-line',
    label: 'Load',
    call: 'courier.getRun',
  },
  closeRun: {
    to: paths.courierClose,
    icon: 'warehouse',
    label: 'Close run',
    call: 'courier.getRun',
  },
  manager: {
    to: paths.manager,
    icon: 'warehouse',
    label: 'Manager',
    call: 'deskAdmin.getWork',
  },
  shipments: {
    to: paths.manageShipments(),
    icon: 'package',
    label: 'Shipments',
    call: 'shipmentAdmin.getShipments',
  },
  create: {
    to: paths.createShipment,
    icon: 'package-plus',
    label: 'Create shipment',
    call: 'shipmentAdmin.createShipment',
  },
  import: {
    to: paths.importShipments,
    icon: 'file-up',
    label: 'Import shipments',
    call: 'shipmentImport.getImports',
  },
  scan: {
    to: paths.scan,
    icon: 'scan-line',
    label: 'Scan',
    call: 'deskAdmin.scan',
  },
  prints: {
    to: paths.managePrints(),
    icon: 'printer',
    label: 'Labels',
    call: 'deskAdmin.getPrints',
  },
  bulks: { to: paths.manageBulks, icon: 'refresh-cw', label: 'Bulk changes', call: 'bulk.getAll' },
  runs: { to: paths.manageRuns(), icon: 'truck', label: 'Runs', call: 'runAdmin.list' },
  planRuns: {
    to: paths.planRuns(),
    icon: 'route',
    label: 'Plan runs',
    call: 'runAdmin.plan',
  },
  reports: {
    to: paths.manageReports(),
    icon: 'chart-column',
    label: 'Reports',
    call: 'deskAdmin.getWork',
  },
  users: {
    to: paths.manageUsers(),
    icon: 'user',
    label: 'Users',
    call: 'userAdmin.getUsers',
  },
  mail: { to: paths.manageMail(), icon: 'mail', label: 'Mail', call: 'mail.getMails' },
  settings: {
    to: paths.manageSettings(),
    icon: 'settings',
    label: 'Settings',
    call: 'transactionAdmin.getFallbackBankAccount',
  },
  money: {
    to: paths.manageMoney,
    icon: 'wallet',
    label: 'Money',
    call: 'bankAdmin.getEntries',
  },
  cash: {
    to: paths.manageCash,
    icon: 'wallet',
    label: 'Cash',
    call: 'runAdmin.countCash',
  },
  payouts: {
    to: paths.managePayouts,
    icon: 'receipt-text',
    label: 'Payouts',
    call: 'statementAdmin.duePayouts',
  },
  pickups: {
    to: paths.managePickups(),
    icon: 'truck',
    label: 'Pickups',
    call: 'pickupAdmin.list',
  },
  owing: {
    to: paths.manageOwing(),
    icon: 'wallet',
    label: 'Who owes',
    call: 'transactionAdmin.getOwing',
  },
  rates: {
    to: paths.manageRates(),
    icon: 'wallet',
    label: 'Rates',
    call: 'rateAdmin.list',
  },
  bank: {
    to: paths.manageBank(),
    icon: 'landmark',
    label: 'Bank',
    call: 'bankAdmin.getEntries',
  },
  login: { to: paths.login(), icon: 'log-in', label: 'Login' },
  register: { to: paths.register, icon: 'user-plus', label: 'Register' },
} satisfies Record<string, Place>;

const { home, shipping, tracking, packages, profile, account, security, device, outbox } = PLACES;
const { run, load, closeRun, manager, shipments, create, scan, prints, bulks, runs, reports, users, mail, settings } =
  PLACES;
const { pickups, money, owing, cash, bank, payouts, rates } = PLACES;

const today: Place = { ...manager, label: 'Today' };

/** The desk’s rooms: what is done, what is paid, and the rest. */
const ROOMS = [
  [today, shipments, runs, pickups, scan],
  [money, owing, cash, bank, payouts, rates],
  [reports, users, mail, settings],
];

function openTo(person: User, places: readonly Place[]): Place[] {
  return places
    .filter(({ call }) => !call || (person.verified && may(person, call)))
    .map((place) => (place === manager ? { ...place, label: deskName(person) } : place));
}

export const navOf = (person: User | null | undefined): Place[] => [
  ...[shipping, tracking, packages],
  ...(person ? openTo(person, [run, manager]) : []),
];

export const roomsOf = (person: User): Place[][] =>
  ROOMS.map((rooms) => openTo(person, rooms)).filter((rooms) => rooms.length > 0);

/** What the menu has below *Manager*. */
export const deskOf = (person: User): Place[] =>
  roomsOf(person)
    .flat()
    .filter((room) => room !== today);

export function placesOf(person: User | null): Place[] {
  if (!person?.verified) return person ? [tracking] : [tracking, PLACES.login, PLACES.register];
  return openTo(person, [
    ...[manager, shipments, create, PLACES.import, scan, prints, bulks, runs, PLACES.planRuns, users, mail, settings],
    ...[reports, pickups, money, owing, cash, bank, payouts, rates],
    ...[run, load, closeRun],
    ...[
      PLACES.newShipment,
      PLACES.drafts,
      PLACES.importDrafts,
      PLACES.connectedShops,
      PLACES.shippingLabels,
      PLACES.shopReport,
    ],
    ...[home, shipping, tracking, packages, profile, account, security, device],
    ...[PLACES.developers, outbox],
  ]);
}

/** It ends with the menu at the desk. */
export function barOf(person: User): Place[] {
  if (isAtDesk(person)) return openTo(person, [manager, shipments, scan, run, runs, users, settings]).slice(0, 4);
  return person.courier ? [run, tracking, profile] : [home, shipping, packages, profile];
}

export const placeAt = (path: string, places: readonly Place[]): Place | undefined =>
  places
    .filter(({ to }) => path === to || (to !== paths.home && path.startsWith(`${to}/`)))
    .toSorted((one, other) => other.to.length - one.to.length)[0];
