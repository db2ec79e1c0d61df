import { paths } from './paths.ts';

const ID = ':';

/** The addresses of all pages, with `:` for an ID. The router holds the pages themselves. */
const PAGES = [
  paths.home,
  paths.login(),
  paths.register,
  paths.resetPassword(),
  paths.verifyEmail(),
  paths.track(),
  paths.trackedShipment(ID),
  paths.invoice(ID),
  paths.shipping(),
  paths.packages(),
  paths.outbox,
  paths.profile(),
  paths.account(),
  paths.security,
  paths.onThisDevice,
  paths.courier,
  paths.courierLoad,
  paths.courierStop(ID),
  paths.courierClose,
  paths.manager,
  paths.manageShipments(),
  paths.createShipment,
  paths.importShipments,
  paths.shipmentImport(ID),
  paths.manageShipment(ID),
  paths.manageShipmentHistory(ID),
  paths.manageInvoice(ID),
  paths.manageUsers(),
  paths.manageUser(ID),
  paths.manageUserShipments(ID),
  paths.manageUserAccount(ID),
  paths.manageUserHistory(ID),
  paths.manageMail(),
  paths.manageSettings(),
];

const PATTERN = new RegExp(
  `^(?:${PAGES.map((page) => page.replaceAll(encodeURIComponent(ID), '[^/]+')).join('|')})/*$`,
  'i',
);

/** Whether the router has a page at this path: case and a trailing slash do not matter. */
export const isPage = (path: string): boolean => PATTERN.test(path);
