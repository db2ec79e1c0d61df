import { cacheAppShell } from './app-shell.ts';
import { cacheImages } from './image-cache.ts';
import { cacheLists } from './list-caches.ts';
import { cacheOptionalFiles } from './optional-files.ts';
import { listenForOutboxSync } from './outbox-sync.ts';
import { listenToPages } from './page-messages.ts';
import { recoverPages } from './page-recovery.ts';
import { showPushMessages } from './push.ts';
import { reportQuotaErrors } from './quota.ts';
import { sendCallsDirectly } from './server-calls.ts';
import { cacheTrackedShipments } from './tracking-cache.ts';

// First: emptying a full cache may fail, and then later handlers are not called.
reportQuotaErrors();
// Before the caches: the first listener to respond ends the event for all others.
recoverPages();
sendCallsDirectly();
cacheAppShell();
cacheTrackedShipments();
cacheLists();
cacheImages();
cacheOptionalFiles();
listenForOutboxSync();
showPushMessages();
listenToPages();
