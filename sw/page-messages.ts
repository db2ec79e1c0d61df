import type { PageMessage, WorkerMessage } from '../src/pwa/messages.ts';
import { repairFiles } from './app-shell.ts';
import { cachePagesOf } from './optional-files.ts';
import { clearCaches, forgetPerson } from './sign-out-fence.ts';

declare const self: ServiceWorkerGlobalScope;

export function listenToPages(): void {
  self.addEventListener('message', (event) => {
    const message = event.data as PageMessage;
    switch (message.type) {
      case 'SKIP_WAITING':
        event.waitUntil(self.skipWaiting());
        break;
      case 'claim':
        event.waitUntil(self.clients.claim());
        break;
      case 'repair':
        reply(event, repairFiles(), () => ({ type: 'repaired' }));
        break;
      case 'forget-person': {
        const sender = event.source instanceof Client ? event.source.id : undefined;
        reply(event, forgetPerson(sender), () => ({ type: 'forgotten' }));
        break;
      }
      case 'clear-caches':
        reply(event, clearCaches(), () => ({ type: 'cleared' }));
        break;
      case 'cache-pages':
        reply(event, cachePagesOf(message.of), (isComplete) => ({ type: 'pages-cached', isComplete }));
        break;
    }
  });
}

function reply<Result>(
  event: ExtendableMessageEvent,
  work: Promise<Result>,
  toMessage: (result: Result) => WorkerMessage,
): void {
  event.waitUntil(work.then((result) => event.ports[0]?.postMessage(toMessage(result))));
}
