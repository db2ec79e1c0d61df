import { A4, inFours } from './draw-label.ts';
import { MARGIN, WIDTH } from './draw-list.ts';
import { type Drawing, type Encoders, fitText, LINE_HEIGHT, type Mark, type Picture, rule, text } from './drawing.ts';

/** What happened at a delivery, in words. */
export interface ProofPaper {
  brand: string;
  trackingId: string;
  facts: [label: string, value: string][];
  /** JPEG or WebP, in base64. */
  pictures: { label: string; image: string }[];
  /** The address at which anyone verifies it, with the signed receipt in it. */
  receipt: string;
  note: string;
}

const LABEL_WIDTH = 44;
const FACTS_TOP = 44;
const GAP = 8;
const QR_SIZE = 52;
/** A phone still reads the modules of one this long: 0.4 mm each. Many pictures make it longer. */
const MAX_QR = 1_400;
const PICTURE_HEIGHT = 118;
const PAGE_END = A4.height - MARGIN;

const SCAN_IT =
  'Scan the code with a phone. It opens the receipt that we signed, and says whether it is as we signed it.';

/** Draws it on A4, with its pictures below and on more pages. */
export function drawProof(paper: ProofPaper, { qr }: Pick<Encoders, 'qr'>): Drawing[] {
  const { brand, trackingId, facts, pictures, receipt, note } = paper;
  const marks: Mark[] = [
    text({ x: MARGIN, y: MARGIN, width: WIDTH, size: 5, isBold: true, text: brand }),
    text({ x: MARGIN, y: 21, width: WIDTH, size: 7.4, isBold: true, text: 'Proof of delivery' }),
    text({ x: MARGIN, y: 32, width: WIDTH, size: 4.4, text: inFours(trackingId) }),
  ];
  let y = FACTS_TOP;
  for (const [label, value] of facts) {
    const fit = fitText(value, { width: WIDTH - LABEL_WIDTH, height: 12 }, 3.8);
    const height = Math.max(6.4, fit.lines * fit.size * LINE_HEIGHT + 2.6);
    marks.push(
      rule({ x: MARGIN, y, width: WIDTH }, 0.2),
      text({ x: MARGIN, y: y + 1.2, width: LABEL_WIDTH, size: 3.4, text: label }),
      text({ x: MARGIN + LABEL_WIDTH, y: y + 1.1, width: WIDTH - LABEL_WIDTH, ...fit, text: value }),
    );
    y += height;
  }
  marks.push(text({ x: MARGIN, y: y + 2, width: WIDTH, size: 3, lines: 3, text: note }));
  const pages: (Drawing & { marks: Mark[]; pictures: Picture[] })[] = [{ ...A4, marks, pictures: [] }];
  y += 16;
  if (receipt.length <= MAX_QR) {
    const beside = { x: MARGIN + QR_SIZE + 6, width: WIDTH - QR_SIZE - 6 };
    marks.push(
      { kind: 'qr', x: MARGIN, y, size: QR_SIZE, rows: qr(receipt) },
      text({ ...beside, y: y + 1, size: 4.4, isBold: true, text: 'Is this genuine?' }),
      text({ ...beside, y: y + 8, size: 3.8, lines: 4, text: SCAN_IT }),
    );
    y += QR_SIZE + GAP;
  }
  for (const { label, image } of pictures) {
    if (PAGE_END - y < PICTURE_HEIGHT * 0.6) {
      pages.push({ ...A4, marks: [], pictures: [] });
      y = MARGIN;
    }
    const height = Math.min(PICTURE_HEIGHT, PAGE_END - y);
    const page = pages.at(-1);
    page?.marks.push(text({ x: MARGIN, y, width: WIDTH, size: 3.4, isBold: true, text: label }));
    page?.pictures.push({ x: MARGIN, y: y + 6, width: WIDTH, height: height - 6, jpeg: image });
    y += height + GAP;
  }
  return pages;
}
