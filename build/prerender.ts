import { createHash } from 'node:crypto';
import { createServer, type Plugin, type Rolldown } from 'vite';
import { DEFAULT_SITE } from '../src/domain/site.ts';
import { fillSitePage, HEAD_MARK, MARKED_SITE, SITE_PAGES_FILE } from '../src/domain/site-page.ts';
import { TRACKED_PAGES_FILE } from '../src/domain/tracked-page.ts';
import { preloadTags } from './preload-scripts/preload-scripts.ts';
import { startScript } from './preload-scripts/start-script.ts';
import { makeTrackedPages } from './tracked-pages.ts';

const TRACKED = 'tracked.html';

const ENTRANCES = [
  {
    file: 'track.html',
    module: '/src/pages/track.tsx',
    /** Missing if only the frame is prerendered. */
    whole: '/track',
    title: 'Track shipment',
    description: 'Enter a tracking ID to see where your shipment is.',
  },
  { file: TRACKED, module: '/src/pages/tracked-shipment.tsx' },
];

/** The worker serves it for every other page. */
const INSTALLED = {
  file: 'app.html',
  modules: ['/src/offline/stored-queries.ts', '/src/api/calls/trpc-client.ts', '/src/pages/dashboard.tsx'],
};

const MAIN = '/src/app/main.tsx';
const EMPTY_ROOT = '<div id="root"></div>';

export function prerender(): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') return;
        const shell = String(index.source).replace('</head>', () => `${HEAD_MARK}</head>`);
        if (!shell.includes(EMPTY_ROOT)) throw new Error('index.html has no empty #root');
        const vite = await createServer({
          server: { middlewareMode: true, watch: null, ws: false },
          appType: 'custom',
          // Only bundlers resolve its imports.
          ssr: { noExternal: ['jsbarcode'] },
          logLevel: 'error',
        });
        try {
          Object.assign((await vite.ssrLoadModule('/src/config/site.ts')).site, MARKED_SITE);
          const { prerender: render, prerenderTracked } = await vite.ssrLoadModule('/src/app/prerender.tsx');
          const filled = (path: string, attribute = '') =>
            shell.replace(EMPTY_ROOT, () => `<div id="root"${attribute}>${render(path)}</div>`);
          const unfilled: Record<string, string> = {};
          const frame = filled('/');
          const frameAlone = render('/');
          for (const { file, module, whole, title, description } of ENTRANCES) {
            const page = whole ? filled(whole, ` data-page="${whole}"`) : frame;
            const named = page
              .replace(/<title>.*?<\/title>/, (known) =>
                title ? `<title>${title} – ${MARKED_SITE.name}</title>` : known,
              )
              .replace(
                /(<meta name="description" content=")([^"]*)/,
                (_, start, known) => start + (description ?? known),
              );
            const { html, script, fileName } = withStart(named, scriptsOf(module, bundle), true);
            this.emitFile({ type: 'asset', fileName, source: script });
            unfilled[file] = html;
            if (file !== TRACKED) continue;
            const pages = makeTrackedPages({
              document: html,
              frame: frameAlone,
              siteName: MARKED_SITE.name,
              render: prerenderTracked,
            });
            this.emitFile({ type: 'asset', fileName: TRACKED_PAGES_FILE, source: JSON.stringify(pages) });
          }
          const ahead = new Set(INSTALLED.modules.flatMap((module) => scriptsOf(module, bundle)));
          unfilled[INSTALLED.file] = frame.replace('<script', (first) => preloadTags(ahead) + first);
          const main = scriptsOf(MAIN, bundle);
          const { html, script, fileName } = withStart(frame, main, false);
          this.emitFile({ type: 'asset', fileName, source: script });
          unfilled['index.html'] = html.replace('</head>', () => `${preloads(main)}</head>`);
          index.source = fillSitePage(unfilled['index.html'], DEFAULT_SITE);
          for (const file of [...ENTRANCES.map((entrance) => entrance.file), INSTALLED.file]) {
            this.emitFile({ type: 'asset', fileName: file, source: fillSitePage(unfilled[file] ?? '', DEFAULT_SITE) });
          }
          this.emitFile({ type: 'asset', fileName: SITE_PAGES_FILE, source: JSON.stringify(unfilled) });
        } finally {
          await vite.close();
        }
      },
    },
  };
}

const preloads = (scripts: Iterable<string>) =>
  Array.from(scripts, (script) => `<link rel="modulepreload" crossorigin href="${script}">`).join('');

function scriptsOf(module: string, bundle: Rolldown.OutputBundle): string[] {
  const seen = new Set<string>();
  const files: string[] = [];
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || seen.has(file)) return;
    seen.add(file);
    for (const needed of chunk.imports) add(needed);
    files.push(`/${file}`);
  };
  for (const [file, chunk] of Object.entries(bundle)) {
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith(module))) add(file);
  }
  if (files.length === 0) throw new Error(`${module} has no chunk`);
  return files;
}

function withStart(html: string, files: string[], afterPaint: boolean) {
  const entry = /(<script type="module"[^>]* src=")([^"]+)"/;
  const main = entry.exec(html)?.[2];
  if (!main) throw new Error('The page has no script');
  const script = startScript([...new Set([...files, main])], afterPaint);
  const fileName = `assets/start-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`;
  return { html: html.replace(entry, (_, start: string) => `${start}/${fileName}"`), script, fileName };
}
