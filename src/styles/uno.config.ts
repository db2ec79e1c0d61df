import { defineConfig, presetWind3 } from 'unocss';
import { iconStyles } from './icon-sheet.ts';

/** --ink-soft is text-ink-soft, border-ink-soft, bg-ink-soft. */
const COLOUR_TOKENS = [
  ...['paper', 'sheet', 'well', 'ink', 'ink-soft', 'rule', 'rule-strong', 'field-rule', 'pen', 'scrim'],
  ...['signal', 'on-signal', 'signal-text', 'band', 'on-band', 'bad-text', 'good-text', 'code-paper', 'code-ink'],
  ...['slip-warn', 'slip-bad', 'slip-info', 'slip-good'],
  ...['tone-plain', 'tone-move', 'tone-warn', 'tone-good', 'tone-bad', 'on-tone-bad'],
  ...['tone', 'on-tone', 'slip'], // of the nearest tone-… class
];

const SLIP: Record<string, string> = { move: 'slip-info', warn: 'slip-warn', good: 'slip-good', bad: 'slip-bad' };

/**
 * The page is as wide as on a screen of 768 or 1024 px. A page beside a list or with large letters
 * is not.
 */
const MID_PAGE = '[@container_page_(width>=44rem)]:';
const WIDE_PAGE = '[@container_page_(width>=58rem)]:';

/** For eyes and a mouse (src/browser/density.ts). */
const DESK = 'lg:[[data-desk]_&]:';

/** Shortcuts below name things, others are preset wind3’s; pseudo-elements are in drawn.css. */
export default defineConfig({
  presets: [
    // Its variables on every element slow styling: use plain `translate`, `rotate` and `filter`.
    presetWind3({ preflight: false }),
  ],
  content: {
    pipeline: { include: [/\/src\/.*\.tsx?($|\?)/, /\.html($|\?)/], exclude: [/node_modules/, /\.config\.ts/] },
  },
  preflights: [{ getCSS: () => iconStyles }],
  blocklist: ['transform', 'filter'], // taken for utilities
  theme: {
    // in em, so that larger text gets the layout of a narrower screen
    breakpoints: { sm: '40em', md: '48em', lg: '64em', xl: '80em' },
    colors: Object.fromEntries(COLOUR_TOKENS.map((token) => [token, `var(--${token})`])),
    fontFamily: { print: 'var(--font-print)', typed: 'var(--font-typed)' },
    fontSize: {
      cap: ['var(--t-cap)', '1.3'],
      small: ['var(--t-small)', '1.43'],
      body: ['var(--t-body)', 'var(--lh-body)'],
      lead: ['var(--t-lead)', '1.4'],
      h3: ['var(--t-h3)', '1.15'],
      h2: ['var(--t-h2)', '1.15'],
      h1: ['var(--t-h1)', '1.15'],
      figure: ['var(--t-figure)', '1'],
      id: ['var(--t-id)', '1.1'],
    },
    spacing: { gutter: 'var(--gutter)' },
    borderRadius: { ctl: 'var(--r-ctl)', label: 'var(--r-label)' },
    boxShadow: { float: 'var(--float)' },
    duration: { press: 'var(--m-press)', swap: 'var(--m-swap)', slide: 'var(--m-slide)' },
    zIndex: Object.fromEntries(
      ['header', 'bar', 'scrim', 'drawer', 'dialog', 'toast'].map((z) => [z, `var(--z-${z})`]),
    ),
  },
  rules: [
    ['tabular-nums', { 'font-variant-numeric': 'tabular-nums' }],
    [
      /^tone-(plain|move|signal|warn|good|bad)$/,
      ([, tone = 'plain']) => ({
        '--tone': tone === 'signal' ? 'var(--signal)' : `var(--tone-${tone})`,
        '--on-tone': tone === 'signal' ? 'var(--on-signal)' : `var(--on-tone-${tone})`,
        '--slip': `var(--${SLIP[tone] ?? 'sheet'})`,
      }),
    ],
  ],
  shortcuts: {
    // at the desk with room for the bar of a selection, so that it moves nothing
    page: `w-full max-w-[calc(var(--measure)+2*var(--gutter))] mx-auto px-gutter pt-6 pb-12 lg:pt-$page-top ${DESK}pb-[72px]`,
    'page-narrow': 'stack w-full max-w-[calc(27.5rem+2*var(--gutter))] mx-auto px-gutter pt-6 pb-12 lg:pt-$page-top',
    'with-aside': `grid gap-y-6 gap-x-12 grid-cols-[minmax(0,1fr)] ${WIDE_PAGE}(grid-cols-[minmax(0,1fr)_338px] grid-rows-[auto_1fr]) ${WIDE_PAGE}[&_.cells-boxed]:[--columns:3] ${WIDE_PAGE}[&_.actions+.panel]:(border-t-2 rounded-label)`,
    // its places are in drawn.css
    'desk-sides': '[&_.actions+.panel]:(border-t-2 rounded-label p-4) [&_.panel_.form-two]:grid-cols-[minmax(0,1fr)]',
    'aside-main': `stack ${WIDE_PAGE}(col-start-1 row-start-1 row-span-2)`,
    'aside-first': `${WIDE_PAGE}(col-start-2 row-start-1)`,
    aside: `mt-2 ${WIDE_PAGE}(mt-0 col-start-2 row-start-2) ${WIDE_PAGE}[:empty~&]:-mt-6`,
    twelve: `mt-2 ${WIDE_PAGE}(row-start-3 col-span-full)`,
    'side-by-side':
      'grid grid-cols-[24rem_minmax(0,1fr)] items-start flex-1 w-full max-w-[calc(var(--measure)+2*var(--gutter))] mx-auto pl-gutter [&>.page]:(pl-8 mx-0 max-w-none)',
    beside:
      '[container:page/inline-size] sticky top-$h-header [html:has(.strip)_&]:top-[calc(var(--h-header)+3.25rem)] h-[calc(100dvh-var(--h-header))] [html:has(.strip)_&]:h-[calc(100dvh-var(--h-header)-3.25rem)] overflow-y-auto overscroll-contain pr-6 pb-6 border-r border-rule',
    'beside-head':
      'sticky top-0 z-1 grid gap-1 pt-8 pb-3 bg-paper border-b-2 border-rule-strong [&>a]:(justify-self-start -ml-[14px])',
    stack: 'grid gap-$gap content-start grid-cols-[minmax(0,1fr)]',
    // what belongs to a page's title on its line
    'head-line':
      'grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 [&>*]:col-span-full [&>.page-top]:(row-start-1 col-[1]) [&>.head-rest]:(row-start-1 col-[2])',
    row: 'flex flex-wrap items-center gap-4',
    'block-head': 'flex flex-wrap items-baseline justify-between gap-x-4 border-b-2 border-rule-strong pb-2',
    panel:
      'bg-sheet border-2 border-rule-strong rounded-label p-[16px] sm:p-[24px] [.actions+&]:(border-t-0 rounded-t-0)',

    // beside the notch there is no room for links, so that it is not in the container's width
    top: '[container:top/inline-size] sticky top-0 z-header flex-none h-$h-header px-$notch bg-sheet border-b-2 border-rule-strong',
    'top-in':
      'h-full max-w-[calc(var(--measure-wide)+2*(var(--gutter)-var(--notch)))] mx-auto px-[calc(var(--gutter)-var(--notch))] flex items-center gap-[clamp(8px,2vw,32px)] md:max-lg:has-[.outbox-link]:gap-2',
    brand:
      'flex items-center gap-[min(.75rem,3cqi)] min-w-0 mr-auto min-h-$h-touch text-[min(1.375rem,8.5cqi)] font-800 tracking-[-.03em] no-underline',
    'brand-mark':
      'grid place-items-center flex-none size-[min(2.5rem,60px)] rounded-ctl bg-signal text-on-signal font-typed text-[min(1.625rem,39px)] leading-none tracking-normal',
    'brand-word': 'truncate',
    nav: '[@container_top_(width<48rem)]:hidden flex self-stretch gap-[clamp(0px,3vw-24px,8px)] md:max-lg:has-[~.outbox-link]:gap-0',
    'nav-link':
      'flex items-center gap-2 px-[clamp(8px,2.4vw-10px,16px)] font-600 whitespace-nowrap no-underline hover:bg-well focus-visible:outline-offset--4 aria-[current]:font-750 aria-[current]:underline aria-[current]:decoration-4 aria-[current]:underline-offset-9 aria-[current]:decoration-ink',
    'nav-account':
      '[@container_top_(width<48rem)]:hidden flex items-center border-l border-rule pl-2 min-h-$h-ctl -mr-[clamp(8px,2.4vw-10px,16px)] [&>.nav-link]:min-h-$h-ctl',
    'nav-menu': '[@container_top_(width>=48rem)]:hidden -mr-$hang',
    // where there is no room, the brand and unsent work come first
    find: '[@container_top_(width<27rem)]:[.outbox-link~&]:hidden',
    'nav-account-word': 'md:max-lg:[:is(.outbox-link,.find)~*_&]:sr-only',
    'outbox-link':
      'flex items-center gap-2 min-h-$h-touch px-3 border-1.5 border-rule-strong rounded-ctl bg-slip-warn no-underline hover:border-2',
    rooms:
      'max-md:hidden relative flex-none flex gap-x-4 px-[max(var(--gutter),(100%-var(--measure-wide))/2)] border-b border-rule bg-sheet overflow-x-auto [scrollbar-width:none]',
    'rooms-group': 'flex flex-none not-first:(border-l border-rule pl-2) -ml-2',
    room: 'relative flex items-center gap-1.5 min-h-$h-touch px-2 font-600 text-ink-soft whitespace-nowrap no-underline hover:bg-well hover:text-ink focus-visible:outline-offset--4 aria-[current]:(text-ink font-750) aria-[current]:after:(content-empty absolute inset-x-2 bottom-0 border-b-4 border-b-solid border-ink)',
    'room-count': 'typed text-small px-1 rounded-ctl bg-well text-ink font-700',
    // as high as --h-phone-bar says (drawn.css)
    'phone-bar':
      'sm:hidden sticky bottom-[min(0px,(100dvh-30rem)*999)] z-bar flex-none flex px-$notch pb-[env(safe-area-inset-bottom)] bg-sheet border-t-2 border-rule-strong',
    'phone-bar-place':
      'relative flex-[1_1_auto] grid justify-items-center content-center gap-[4px] h-[58px] min-w-[15%] px-0.5 text-[min(.8125rem,4vw,20px)] leading-[1.2] font-650 text-center text-ink-soft whitespace-nowrap no-underline hover:bg-well focus-visible:outline-offset--4 [&>.icon]:text-[18px] aria-[current]:text-ink aria-[current]:before:(content-empty absolute inset-x-0 top-[-2px] border-t-4 border-t-solid border-ink)',
    foot: 'border-t border-rule px-gutter py-6 text-center text-small text-ink-soft',
    'foot-links': 'flex flex-wrap justify-center gap-x-[clamp(12px,4vw,24px)]',
    'foot-link': 'inline-flex items-center min-h-$h-touch text-ink-soft',
    'drawer-head':
      'flex-none flex items-center justify-between h-$h-header pl-[24px] pr-[8px] border-b-2 border-rule-strong font-700',
    'drawer-body': 'flex-1 min-h-0 flex flex-col overflow-y-auto overscroll-contain',
    'drawer-link':
      'flex items-center gap-[16px] min-h-15 px-[24px] text-[min(1.125rem,8.4vw)] leading-[1.4] font-650 no-underline border-b border-rule hover:bg-well focus-visible:outline-offset--4 aria-[current]:border-l-4 aria-[current]:border-l-ink aria-[current]:pl-[20px]',
    'drawer-foot': 'mt-auto grid gap-3 p-[24px] border-t-2 border-rule-strong',
    ways: 'grid border-t-2 border-rule-strong',
    way: 'flex items-center gap-4 min-h-$h-way py-2 font-650 no-underline border-b border-rule hover:bg-well [&_small]:(block font-400 text-ink-soft) [&>.icon:last-child]:ml-auto',

    typed: 'font-typed tracking-[-.01em] [font-variant-numeric:tabular-nums]',
    cap: 'text-cap font-600 text-ink-soft',
    soft: 'text-ink-soft',
    'second-line': 'block font-400 text-small leading-[1.35] text-ink-soft',
    go: 'font-650 underline decoration-2 decoration-signal underline-offset-4',
    'go-touch': 'go inline-flex items-center gap-2 min-h-$h-touch',
    cover: 'after:content-empty after:absolute after:inset-0',

    btn: 'relative inline-grid grid-cols-[minmax(0,auto)] place-items-center place-content-center max-w-full break-words min-h-$h-ctl py-$pad-ctl-y border-2 border-transparent rounded-ctl text-ink font-700 leading-tight text-center cursor-pointer select-none [transition:translate_var(--m-press)_var(--ease),background-color_var(--m-press)_var(--ease)] active:[translate:0_1px] aria-busy:cursor-progress aria-busy:[translate:none]',
    'btn-main':
      'btn px-$pad-ctl no-underline bg-signal text-on-signal hover:bg-[color-mix(in_srgb,var(--signal)_92%,var(--ink))]',
    'btn-line': 'btn px-$pad-ctl no-underline bg-sheet border-rule-strong hover:bg-well',
    'btn-bad': 'btn px-$pad-ctl no-underline bg-sheet border-tone-bad text-bad-text hover:bg-slip-bad',
    'btn-bad-solid':
      'btn px-$pad-ctl no-underline bg-tone-bad text-on-tone-bad hover:bg-[color-mix(in_srgb,var(--tone-bad)_88%,var(--ink))] focus-visible:outline-offset-3',
    'btn-quiet':
      'btn px-[12px] [&.btn-small]:px-[12px] [.row>&:first-child]:-ml-[14px] max-sm:[.row>&]:-ml-[14px] underline decoration-2 decoration-signal underline-offset-4 hover:bg-well',
    'btn-icon': 'btn flex-none w-$h-ctl py-0 no-underline text-[min(1.125rem,32px)] hover:bg-well',
    'drag-handle': 'btn-icon cursor-grab touch-none active:cursor-grabbing',
    'btn-icon-line': 'btn-icon bg-sheet border-rule-strong',
    'btn-small': 'min-h-$h-touch px-[16px] text-small',
    'btn-wide': 'w-full',
    'btn-off': 'bg-well border-well text-ink-soft cursor-not-allowed hover:bg-well',

    // contrast 7:1 and touch targets of 56 px
    courier:
      'page stack flex flex-col gap-4 max-w-[calc(560px+2*var(--gutter))] [&:has(.dock)]:pb-0 [--ink-soft:var(--ink)] [--h-ctl:56px] [&_.btn-small]:min-h-$h-ctl',
    // sticks only on screens higher than 30 rem: on others it would cover what it is about
    dock: 'sticky bottom-[min(var(--h-phone-bar),(100dvh-30rem)*999)] z-bar mt-auto -mx-gutter px-gutter sm:(mx-0 px-0) pt-3 pb-[calc(12px+max(0px,env(safe-area-inset-bottom)-var(--h-phone-bar)))] grid gap-3 bg-paper border-t-2 border-rule-strong',
    'pick-bar':
      'sticky bottom-[min(var(--h-phone-bar),(100dvh-30rem)*999)] z-bar -mx-1 px-1 pt-3 pb-[calc(12px+max(0px,env(safe-area-inset-bottom)-var(--h-phone-bar)))] grid gap-3 grid-cols-[minmax(0,1fr)] max-h-[max(60dvh,18rem)] overflow-y-auto bg-paper [.panel_&]:bg-sheet border-t-2 border-rule-strong pick-bar-at-desk',
    // over the lower edge, unless it is in a panel
    'pick-bar-at-desk': 'fixed inset-x-0 bottom-0 flex flex-wrap items-center gap-x-4 gap-y-2 m-0 px-gutter pt-2 pb-2'
      .split(' ')
      .map((utility) => `lg:[[data-desk]_&:not(.panel_*)]:${utility}`)
      .join(' '),
    'pick-acts':
      'row gap-2 max-lg:grid max-lg:grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] max-lg:[&_.btn-small]:(w-full px-0) max-lg:[&_.btn-face]:(flex-col gap-1)',
    'dock-two': 'grid gap-3 grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,50%-.375rem)),1fr))]',
    'dock-acts':
      'grid gap-2 grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] [&_.btn-face]:(flex-col gap-0.5 text-small text-center leading-tight) [&_.btn-big]:px-1',
    'btn-big':
      'btn w-full min-h-14 px-3 max-[22em]:px-1 no-underline bg-sheet border-rule-strong text-lead hover:bg-well disabled:btn-off',
    'btn-big-main':
      'btn w-full min-h-16 px-3 no-underline bg-ink border-ink text-paper text-lead focus-visible:outline-offset-3 disabled:btn-off',

    'palette-head': 'flex-none flex items-center gap-3 pl-4 pr-1 border-b-2 border-rule-strong',
    'palette-input':
      'flex-1 min-w-0 min-h-16 bg-transparent text-body sm:text-lead text-ellipsis focus-visible:outline-none',
    'palette-list': 'flex-1 min-h-0 overflow-y-auto overscroll-contain pb-2',
    'palette-option': 'flex items-center gap-3 min-h-14 px-4 py-1.5 cursor-pointer hover:bg-well',
    'palette-foot':
      'flex-none flex items-center justify-between gap-3 min-h-12 pl-4 pr-1 border-t border-rule text-small text-ink-soft',
    key: 'grid place-items-center min-w-8 h-8 px-2 border-1.5 border-field-rule rounded-ctl bg-paper typed text-small font-600',

    form: 'grid gap-5 grid-cols-[minmax(0,1fr)] [.dialog-sheet>&]:(flex flex-col gap-0 min-h-0)',
    'form-two':
      'grid gap-4 grid-cols-[minmax(0,1fr)] sm:grid-cols-[repeat(2,minmax(0,1fr))] sm:[&>.wide]:col-span-full sm:[&>button]:(col-span-full justify-self-start)',
    field: 'grid gap-1.5 content-start min-w-0',
    'field-label': 'font-650 text-[length:var(--t-cell)] leading-snug',
    'field-hint': 'text-small text-ink-soft',
    'field-error': 'flex gap-1.5 items-start text-small font-600 text-bad-text',
    input:
      'w-full min-w-0 min-h-$h-field px-$pad-x py-$pad-y bg-sheet border-1.5 border-field-rule rounded-ctl focus-visible:outline-offset--1 focus-visible:border-pen aria-[invalid=true]:border-2 aria-[invalid=true]:border-tone-bad disabled:bg-well disabled:text-ink-soft disabled:cursor-not-allowed [&[readonly]]:bg-well',

    'pick-list': 'input appearance-none pr-[calc(24px+1.25em)] text-ellipsis',

    sticker:
      'inline-flex items-stretch h-7 border-1.5 border-rule-strong rounded-ctl bg-sheet text-small font-650 leading-[calc(1.75rem-3px)] pr-[min(.5rem,10px)] gap-[min(.5rem,10px)] whitespace-nowrap align-middle max-[13em]:(h-auto min-h-7 items-center leading-[1.2] whitespace-normal) [@container_page_(width<13rem)]:(h-auto min-h-7 items-center leading-[1.2] whitespace-normal)',
    'sticker-icon':
      'grid place-items-center flex-none self-stretch w-[min(1.75rem,44px)] rounded-l-[1.5px] bg-tone text-on-tone border-r-1.5 border-rule-strong',
    'sticker-solid': 'bg-tone text-on-tone border-tone',
    chip: 'relative inline-flex items-center gap-2 max-w-full min-h-9 px-3 py-1 border-1.5 border-rule-strong rounded-ctl bg-sheet text-small font-650 no-underline hover:bg-well after:(content-empty absolute -inset-1)',
    'icon-block': 'grid place-items-center flex-none size-6 rounded-ctl bg-tone text-on-tone',
    notice: 'grid grid-cols-[48px_minmax(0,1fr)] border-1.5 border-rule-strong rounded-ctl bg-slip overflow-clip',
    'notice-icon':
      'flex justify-center items-start pt-[calc(1.5rem-.625em)] bg-tone text-on-tone border-r-1.5 border-rule-strong text-[min(1.125rem,24px)]',
    'notice-body': 'grid gap-0.5 px-4 py-3 grid-cols-[minmax(0,1fr)] max-[359px]:[&_.btn-line]:px-[10px]',

    label: `grid bg-sheet border-2 border-rule-strong rounded-label grid-cols-[minmax(0,1fr)] ${MID_PAGE}grid-cols-[minmax(0,1fr)_0_264px] ${WIDE_PAGE}grid-cols-[minmax(0,1fr)_0_336px]`,
    'label-half': `${MID_PAGE}grid-cols-[minmax(0,1fr)_0_minmax(0,376px)] ${WIDE_PAGE}grid-cols-[minmax(0,1fr)_0_minmax(0,480px)]`,
    'label-main': `grid grid-cols-[72px_minmax(0,1fr)] ${MID_PAGE}(grid-cols-[112px_minmax(0,1fr)] grid-rows-[auto_1fr]) ${WIDE_PAGE}grid-cols-[176px_minmax(0,1fr)]`,
    'label-icon': `grid place-items-center min-h-18 bg-tone text-on-tone border-r-2 border-b-2 border-rule-strong rounded-tl-[4px] text-[min(1.625rem,36px)] ${MID_PAGE}(row-span-2 border-b-0 rounded-bl-[4px] text-[min(2.75rem,64px)]) ${WIDE_PAGE}text-[min(3.75rem,96px)]`,
    'label-word': `grid grid-cols-[minmax(0,1fr)] content-center px-4 py-2 border-b-2 border-rule-strong ${MID_PAGE}(flex flex-wrap items-baseline gap-3 px-6 py-3)`,
    'label-state': 'text-[min(1.625rem,10vw)] leading-[1.15] font-800 tracking-[-.02em]',
    'label-body': `col-span-full min-w-0 px-4 pt-1 pb-4 ${MID_PAGE}(col-auto px-6 pt-2 pb-6)`,
    'label-stub': `min-w-0 ${MID_PAGE}grid ${MID_PAGE}[&>.cells]:(grid-cols-[minmax(0,1fr)] rounded-r-[4px]) ${MID_PAGE}[&>.cells>.cell]:content-center ${MID_PAGE}[&_.cell]:pl-6`,

    'track-label': `stack max-w-140 ${WIDE_PAGE}[&>.stack>*]:max-w-180 ${WIDE_PAGE}(max-w-none gap-0 bg-sheet border-2 border-rule-strong rounded-label grid-cols-[minmax(0,1fr)_0_minmax(320px,36%)]) ${WIDE_PAGE}[&>.stack]:(p-8 pr-10)`,
    'track-stub': `grid content-center ${WIDE_PAGE}(p-8 pl-10) ${WIDE_PAGE}[&>.notice]:(grid-cols-[minmax(0,1fr)] gap-4 border-none rounded-none bg-transparent) ${WIDE_PAGE}[&_.notice-icon]:(size-[48px] items-center pt-0 border-1.5 rounded-ctl) ${WIDE_PAGE}[&_.notice-body]:p-0`,

    // the last of a row is 1 px wider, so that its rule is clipped
    cells:
      '[--columns:2] grid overflow-hidden grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,100%/var(--columns)-1px)),1fr))] max-[26em]:flex max-[26em]:flex-wrap max-[26em]:[&>*]:flex-[1_0_max(8.5rem,50%-1px)] max-[26em]:[&>*]:min-w-auto max-[26em]:[&>*]:max-w-[calc(100%+1px)] max-[26em]:[&>.col-span-full]:basis-full',
    'cells-boxed': 'bg-sheet border-1.5 border-rule-strong rounded-ctl',
    cell: 'relative min-w-0 px-4 py-3 border-rule border-r border-b -mr-px -mb-px',
    'cell-value': 'font-600 text-pretty [&>.sticker]:mt-1',

    toggle: 'flex flex-wrap border-2 border-rule-strong rounded-ctl bg-sheet overflow-clip',
    'toggle-box':
      'flex flex-1 items-center justify-center gap-2 min-h-$h-ctl px-4 py-1.5 font-700 no-underline [&:not(:has(.icon))]:text-center hover:not-[.chosen]:bg-well focus-visible:outline-offset--5',
    tabs: 'flex flex-wrap gap-x-[clamp(12px,3.6vw,24px)] text-[clamp(.875rem,4.4vw,1rem)] isolate overflow-x-clip',
    'tabs-many': 'max-sm:(gap-x-[clamp(6px,5vw_-_10px,24px)] text-[clamp(.8125rem,3.75vw,1rem)])',
    tab: 'relative flex items-center min-h-$h-ctl font-600 text-ink-soft no-underline whitespace-nowrap py-[4px] hover:text-ink focus-visible:outline-offset--4 aria-[current]:(border-b-4 border-ink pb-0 text-ink font-750) after:(content-empty absolute -z-1 left-0 bottom-0 w-full h-[2px] [border-image:linear-gradient(var(--rule-strong)_0_0)_fill_0/0/0_100vw_0_0]) aria-[current]:after:bottom-[-4px]',
    pages: 'flex flex-wrap w-fit max-w-full mx-auto border-2 border-rule-strong rounded-ctl bg-sheet overflow-clip',
    'pages-box':
      'grid place-items-center min-w-$h-touch max-[359px]:min-w-9.5 h-$h-touch px-1.5 typed font-600 no-underline focus-visible:outline-offset--5 border-l border-rule',

    'event-title': 'font-600 leading-snug',
    'event-time': 'block typed tracking-[-.03em] text-small text-ink-soft font-500 text-balance',

    empty:
      'grid justify-items-center gap-3 px-4 py-8 text-center border-2 border-dashed border-field-rule rounded-label [.label_&]:border-none [.slide>&]:py-0',
    strips: 'sticky top-0 [.top+&]:top-$h-header z-header flex-none [@media(max-height:30em)]:static',
    strip: 'bg-band text-on-band text-small',
  },
});
