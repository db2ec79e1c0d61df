import { createServer, type Plugin } from 'vite';

/** The pages whose HTML carries the whole page; every other page gets index.html, which carries the frame. */
const WHOLE_PAGES = [
  {
    path: '/track',
    file: 'track.html',
    title: 'Track shipment',
    description: 'Enter a tracking ID and see where the parcel is.',
  },
];

const EMPTY_ROOT = '<div id="root"></div>';

/** Puts what src/app/prerender.tsx renders into the built HTML. */
export function prerender(siteName: string): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') return;
        const shell = String(index.source);
        if (!shell.includes(EMPTY_ROOT)) throw new Error('index.html has no empty #root');
        const vite = await createServer({
          server: { middlewareMode: true, watch: null, ws: false },
          appType: 'custom',
          logLevel: 'error',
        });
        try {
          const { prerender: render } = await vite.ssrLoadModule('/src/app/prerender.tsx');
          const filled = (path: string, attribute: string) =>
            shell.replace(EMPTY_ROOT, () => `<div id="root"${attribute}>${render(path)}</div>`);
          for (const { path, file, title, description } of WHOLE_PAGES) {
            const source = filled(path, ` data-page="${path}"`)
              .replace(/<title>.*?<\/title>/, () => `<title>${title} – ${siteName}</title>`)
              .replace(/(<meta name="description" content=")[^"]*/, (_, start: string) => start + description);
            this.emitFile({ type: 'asset', fileName: file, source });
          }
          index.source = filled('/', '');
        } finally {
          await vite.close();
        }
      },
    },
  };
}
