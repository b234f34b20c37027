/**
 * Inline script in the head of every page. It keeps the last press that needs scripts and repeats it once they are
 * loaded. Links, GET forms and the forms of page-forms.ts are left to the browser, which handles them natively.
 *
 * React dispatches an event to a part of the page only after that part has hydrated; until then it stops events that
 * cannot be replayed. So the script probes an element with `touchcancel`, an event that no component listens to and
 * that also makes React hydrate that part first. The press is dropped if the scripts fail or after 30 seconds; ten
 * seconds after everything is loaded only presses in parts that wait for their reader (`lazyUntilNear`) are kept.
 *
 * A checkbox ticks by itself: undone and pressed again, it tells React, too, which may have unticked it meanwhile.
 *
 * A form of page-forms.ts that is pressed twice is submitted once: browsers drop the response of the first submission,
 * with the session cookie in it.
 *
 * A string literal that nothing transforms, so that the client bundles can leave it out; without indentation, which
 * every page would carry.
 */
export const earlyPresses = `{let kept,timer,heard,sent,late
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
const keep=(element,shown,redo)=>{if(late&&!element.closest('[data-waits]')||isLive(element))return
forget();kept={element,shown,redo};shown.setAttribute('aria-busy','true');timer=setTimeout(forget,30000);look(kept);return true}
on('click',({target})=>{const button=target.closest('button[type=button]:not([popovertarget],[commandfor])')
if(button)keep(button,button,()=>button.click())})
on('change',({target})=>{if(target.matches('select'))keep(target,target,()=>fire(target,'change'))
const{checked}=target
if(target.matches('[type=checkbox]'))keep(target,target,()=>{target.checked=!checked;target.click()})})
on('submit',event=>{const{target,submitter}=event
if(!late&&target.method==='post'&&target.elements.form){if(sent===target)event.preventDefault();sent=target;return setTimeout(()=>{sent=null},5000)}
if(target.method==='post'&&keep(target,submitter??target,()=>target.requestSubmit(submitter)))event.preventDefault()})
on('error',({target})=>{if(target.type==='module'){forget();done.abort()}})
addEventListener('load',()=>setTimeout(()=>{late=true},10000))}`;
