/**
 * What stands in the head of every page: keeps the last press that needs scripts until they are there, and does it then, once. Links, forms that
 * are read by GET and forms of page-forms.ts are left to the browser, which needs nobody for them.
 *
 * React hands an event to a part of the page only once it has taken that part over; until then it stops those that cannot wait. So
 * an element is asked with one that nobody here hears, `touchcancel`, which also has React take its part over before others. If
 * the scripts fail, or the press is 30 seconds old, it is forgotten; ten seconds after everything is loaded nothing is kept any more.
 *
 * A form of page-forms.ts that is pressed twice is sent once: browsers drop the answer of the first, with who is signed in by it.
 *
 * A text that nothing is done to, so that the scripts of pages leave it out; without indents, which every page would carry.
 */
export const earlyPresses = `{let kept,timer,heard,sent
const done=new AbortController(),on=(name,hear)=>addEventListener(name,hear,{capture:true,signal:done.signal})
addEventListener('touchcancel',()=>{heard=true})
const fire=(element,name)=>element.dispatchEvent(new Event(name,{bubbles:true}))
const isLive=element=>{heard=false
if(/__reactFiber/.test(Object.keys(element)))fire(element,'touchcancel')
return heard}
const forget=()=>{clearTimeout(timer);kept?.shown.removeAttribute('aria-busy');kept=null}
const look=press=>{const{element,shown,redo}=press
if(press!==kept)return
if(element.isConnected&&!isLive(element))return setTimeout(look,50,press)
forget();if(element.isConnected&&!shown.disabled)redo()}
const keep=(element,shown,redo)=>{if(isLive(element))return
forget();kept={element,shown,redo};shown.setAttribute('aria-busy','true');timer=setTimeout(forget,30000);look(kept);return true}
on('click',({target})=>{const button=target.closest('button[type=button]:not([popovertarget],[commandfor])')
if(button)keep(button,button,()=>button.click())})
on('change',({target})=>{if(target.matches('select'))keep(target,target,()=>fire(target,'change'))})
on('submit',event=>{const{target,submitter}=event
if(target.method==='post'&&target.elements.form){if(sent===target)event.preventDefault();sent=target;return setTimeout(()=>{sent=null},5000)}
if(target.method==='post'&&keep(target,submitter??target,()=>target.requestSubmit(submitter)))event.preventDefault()})
on('error',({target})=>{if(target.type==='module'){forget();done.abort()}})
addEventListener('load',()=>setTimeout(()=>done.abort(),10000))}`;
