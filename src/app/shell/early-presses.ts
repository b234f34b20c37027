/**
 * What stands in the head of every page: keeps the last press that needs scripts until they are there, and does it then, once. Links, forms that
 * are read by GET and forms of page-forms.ts are left to the browser, which needs nobody for them.
 *
 * React hands an event to a part of the page only once it has taken that part over; until then it stops those that cannot wait. So
 * an element is asked with one that nobody here hears, `touchcancel`, which also has React take its part over before others. If
 * the scripts fail, or the press is 30 seconds old, it is forgotten; ten seconds after everything is loaded nothing is kept any more.
 *
 * A text that nothing is done to, so that the scripts of pages leave it out; without indents, which every page would carry.
 */
export const earlyPresses = `{
let kept, timer;
const isLive = (element) => {
if (!Object.keys(element).some((key) => key.startsWith('__reactFiber'))) return false;
let heard = false;
const hear = () => { heard = true };
addEventListener('touchcancel', hear);
element.dispatchEvent(new Event('touchcancel', { bubbles: true }));
removeEventListener('touchcancel', hear);
return heard;
};
const forget = () => {
clearTimeout(timer);
kept?.shown.removeAttribute('aria-busy');
kept = null;
};
const keep = (element, shown, redo) => {
forget();
kept = { element, shown, redo };
shown.setAttribute('aria-busy', 'true');
timer = setTimeout(forget, 30000);
look(kept);
};
const look = (press) => {
if (press !== kept) return;
const { element, shown, redo } = press;
if (element.isConnected && !isLive(element)) return setTimeout(look, 50, press);
forget();
if (element.isConnected && !shown.disabled) redo();
};
const hear = {
click({ target }) {
const button = target.closest('button[type=button]:not([popovertarget],[commandfor])');
if (button && !isLive(button)) keep(button, button, () => button.click());
},
submit(event) {
const { target: form, submitter } = event;
if (form.method !== 'post' || form.elements.form || isLive(form)) return;
event.preventDefault();
keep(form, submitter ?? form, () => form.requestSubmit(submitter));
},
change({ target }) {
if (target.matches('select') && !isLive(target))
keep(target, target, () => target.dispatchEvent(new Event('change', { bubbles: true })));
},
};
const stop = () => {
for (const name in hear) removeEventListener(name, hear[name], true);
removeEventListener('error', fail, true);
};
const fail = ({ target }) => {
if (target.type !== 'module') return;
forget();
stop();
};
for (const name in hear) addEventListener(name, hear[name], true);
addEventListener('error', fail, true);
addEventListener('load', () => setTimeout(stop, 10000));
}`;
