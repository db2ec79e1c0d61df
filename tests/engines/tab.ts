/**
 * It finds things by role and name, waits until they are there, and uses real clicks and keys, on
 * what Playwright and plain WebDriver have in common.
 */
import { until } from '../support/until.ts';

export interface Remote {
  /** It need not wait until the page is loaded. */
  goto(url: string): Promise<void>;
  evaluate(expression: string): Promise<unknown>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export type Role = 'button' | 'link' | 'field' | 'heading';

const SELECTORS: Record<Role, string> = {
  button: 'button',
  link: 'a[href]',
  field: 'input, select, textarea',
  heading: 'h1, h2, h3',
};

export class Tab {
  readonly #remote: Remote;
  readonly #base: string;
  #found = 0;

  constructor(remote: Remote, base: string) {
    this.#remote = remote;
    this.#base = base;
  }

  open(path: string): Promise<void> {
    return this.#remote.goto(this.#base + path);
  }

  address(): Promise<string> {
    return this.evaluate(() => location.pathname + location.search);
  }

  /** The function gets nothing but its arguments. */
  evaluate<Result, Given extends unknown[]>(
    work: (...given: Given) => Result | Promise<Result>,
    ...given: Given
  ): Promise<Result> {
    return this.#remote.evaluate(`(${work})(...${JSON.stringify(given)})`) as Promise<Result>;
  }

  /** What is written on the page. */
  text(): Promise<string> {
    return this.evaluate(() => document.body.innerText);
  }

  async see(words: string, limit?: number): Promise<void> {
    const isThere = async () => (await this.text().catch(() => '')).includes(words);
    await until(`“${words}” is on the page`, isThere, limit).catch((error) => this.#failWithText(error));
  }

  async #failWithText({ message }: Error): Promise<never> {
    const text = await this.text().catch(() => '');
    throw new Error(`${message}; the page says: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
  }

  /** It scrolls to the thing and returns how to find it. */
  async find(role: Role, name: string): Promise<string> {
    this.#found += 1;
    const mark = `[data-found="${this.#found}"]`;
    const look = () => this.evaluate(markByName, SELECTORS[role], name, String(this.#found)).catch(() => false);
    await until(`there is a ${role} “${name}”`, look).catch((error) => this.#failWithText(error));
    return mark;
  }

  /** WebDriver clicks where a thing was when it looked, so it waits until that stops moving. */
  async click(role: Role, name: string): Promise<void> {
    let mark = '';
    await until(`the ${role} “${name}” has stopped moving`, async () => {
      mark = await this.find(role, name);
      return this.evaluate(hasStopped, mark).catch(() => false);
    });
    await this.#remote.click(mark);
  }

  /** The field is empty. Early keys are pressed again. */
  async type(field: string, text: string): Promise<void> {
    const mark = await this.find('field', field);
    await until(`“${text}” is in the field “${field}”`, async () => {
      await this.#remote.type(mark, text);
      return this.evaluate((where) => document.querySelector<HTMLInputElement>(where)?.value !== '', mark);
    });
  }

  /** Keys are slow in some engines. The page has to take input already. */
  async fill(field: string, text: string): Promise<void> {
    await this.evaluate(
      (mark, value) => {
        const input = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(mark);
        // React would not notice a change that it has made itself.
        const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set;
        if (!input || !setter) throw new Error('The field has gone');
        setter.call(input, value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      },
      await this.find('field', field),
      text,
    );
  }

  /** The list is the system’s, and no engine lets a test click there. */
  async choose(field: string, option: string): Promise<void> {
    await this.evaluate(
      (mark, words) => {
        const select = document.querySelector<HTMLSelectElement>(mark);
        const chosen = [...(select?.options ?? [])].find(({ text }) => text === words);
        if (!select || !chosen) throw new Error(`No option ${words}`);
        select.value = chosen.value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      },
      await this.find('field', field),
      option,
    );
  }

  async attach(field: string, file: Buffer, name: string, type: string): Promise<void> {
    await this.evaluate(
      (mark, content, name, type) => {
        const input = document.querySelector<HTMLInputElement>(mark);
        const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
        const files = new DataTransfer();
        files.items.add(new File([bytes], name, { type }));
        if (!input) throw new Error('The field has gone');
        input.files = files.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      },
      await this.find('field', field),
      file.toString('base64'),
      name,
      type,
    );
  }

  screenshot(): Promise<Buffer> {
    return this.#remote.screenshot();
  }

  close(): Promise<void> {
    return this.#remote.close();
  }
}

/** It runs in the page, looks for a label or words, and scrolls there. */
function markByName(selector: string, name: string, mark: string): boolean {
  const nameOf = (element: HTMLElement & { labels?: NodeListOf<HTMLElement> | null }) =>
    (element.ariaLabel ?? element.labels?.[0]?.innerText ?? element.innerText).replaceAll(/\s+/g, ' ').trim();
  const isShown = (element: HTMLElement) =>
    (element instanceof HTMLInputElement && element.type === 'file') || element.checkVisibility?.() !== false;
  // What has only just appeared may not take a touch yet.
  const isReady = (element: HTMLElement) => element.ariaDisabled !== 'true';
  const found = [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => isShown(element) && isReady(element))
    .find((element) => nameOf(element) === name);
  found?.setAttribute('data-found', mark);
  found?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return found !== undefined;
}

async function hasStopped(mark: string): Promise<boolean> {
  const find = () => document.querySelector(mark)?.getBoundingClientRect();
  const before = find();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const after = find();
  return before !== undefined && after !== undefined && before.x === after.x && before.y === after.y;
}
