/** The service worker, as a table of contents: what is kept, for how long, and for whom stands in the files named here. */
import { cacheAppShell } from './app-shell.ts';
import { cacheCountries } from './countries-cache.ts';
import { cacheImages } from './image-cache.ts';
import { listenForOutboxSync } from './outbox-sync.ts';
import { listenToPages } from './page-messages.ts';
import { recoverPages } from './page-recovery.ts';
import { showPushMessages } from './push.ts';
import { reportQuotaErrors } from './quota.ts';
import { cacheScanner } from './scanner-cache.ts';
import { cacheTrackedShipments } from './tracking-cache.ts';

// First: a cache that is full is emptied, which may fail as well, and who comes after is not asked.
reportQuotaErrors();
// Before the caches: the first that responds to a request ends it for every listener after it.
recoverPages();
cacheAppShell();
cacheTrackedShipments();
cacheCountries();
cacheImages();
cacheScanner();
listenForOutboxSync();
showPushMessages();
listenToPages();
