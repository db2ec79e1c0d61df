/**
 * Translating browsers replace texts by `<font>` elements; React would throw when it removes or
 * updates one (decision 0036).
 */

const standIns = new WeakMap<Node, ChildNode>();

const isText = (node: Node | null): node is Text => node?.nodeType === Node.TEXT_NODE;
const isStandIn = (node: Node | null | undefined): node is ChildNode => node?.nodeName === 'FONT';

function note(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const standIn = [...addedNodes, previousSibling, nextSibling].find(isStandIn);
    if (!standIn) continue;
    for (const removed of removedNodes) if (isText(removed)) standIns.set(removed, standIn);
  }
}

/** Call it once, before React renders. */
export function tolerateTranslation(): () => void {
  const { removeChild, insertBefore } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });

  function findInPlace(parent: Node, text: Node): ChildNode | null {
    note(observer.takeRecords());
    let place: Node | null | undefined = parent.contains(text) ? text : standIns.get(text);
    while (place && place.parentNode !== parent) place = place.parentNode;
    return (place as ChildNode | null | undefined) ?? null;
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this || !isText(child)) return removeChild.call(this, child) as Child;
    findInPlace(this, child)?.remove();
    return child;
  };

  Node.prototype.insertBefore = function <Added extends Node>(this: Node, added: Added, before: Node | null): Added {
    const place = isText(before) && before.parentNode !== this ? findInPlace(this, before) : before;
    return insertBefore.call(this, added, place) as Added;
  };

  if (nodeValue?.set) {
    const { set } = nodeValue;
    Object.defineProperty(Node.prototype, 'nodeValue', {
      ...nodeValue,
      set(this: Node, value: string | null) {
        set.call(this, value);
        if (!isText(this) || this.parentNode) return;
        note(observer.takeRecords());
        // The translator sees and translates the new words.
        standIns.get(this)?.replaceWith(this);
      },
    });
  }

  return () => {
    observer.disconnect();
    Object.assign(Node.prototype, { removeChild, insertBefore });
    if (nodeValue) Object.defineProperty(Node.prototype, 'nodeValue', nodeValue);
  };
}
