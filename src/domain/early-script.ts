/**
 * Runs in the page's head, before its first paint: the density that this device has chosen, else
 * that of its pointer. Also in src/browser/density.ts.
 */
export const EARLY_SCRIPT =
  "try{var d=localStorage.getItem('density')}catch(e){}" +
  "if(d?d==='compact':!matchMedia('(pointer:coarse)').matches)document.documentElement.setAttribute('data-desk','')";
