/** The service worker, as a table of contents: what is kept, for how long, and for whom stands in the files named here. */
import { keepAppShell } from './app-shell.ts';
import { keepCountries } from './countries-cache.ts';
import { keepImages } from './image-cache.ts';
import { nudgePages } from './outbox-nudge.ts';
import { listenToPages } from './page-messages.ts';
import { recoverPages } from './page-recovery.ts';
import { showPushMessages } from './push.ts';
import { sayWhenFull } from './room.ts';
import { keepScanner } from './scanner-cache.ts';
import { keepTrackedShipments } from './tracking-cache.ts';

// First: a cache that is full is emptied, which may fail as well, and who comes after is not asked.
sayWhenFull();
// Before the caches: the first that responds to a request ends it for every listener after it.
recoverPages();
keepAppShell();
keepTrackedShipments();
keepCountries();
keepImages();
keepScanner();
nudgePages();
showPushMessages();
listenToPages();
