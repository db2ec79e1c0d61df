export function stageInvoice(invoice: HTMLElement): { copy: HTMLElement; remove(): void } {
  const stage = document.createElement('div');
  stage.className = 'invoice-stage';
  stage.inert = true;
  const copy = stage.appendChild(invoice.cloneNode(true)) as HTMLElement;
  document.body.append(stage);
  return { copy, remove: () => stage.remove() };
}
