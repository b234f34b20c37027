/**
 * Inline script in the head of every page. A reader who let the page know their place before will be located again
 * (`useLocation` of the services room), and lists that wait for it show a skeleton from the first paint on instead of
 * everything, which would shrink. The mark goes when the place is known, when the scripts fail, or after six seconds.
 *
 * A string literal that nothing transforms, see early-presses.ts.
 */
export const earlyPlace = `try{if(localStorage.gongbang_place){const{dataset}=document.documentElement,go=()=>delete dataset.place
dataset.place='asked';setTimeout(go,6000);addEventListener('error',({target})=>{if(target.type==='module')go()},true)}}catch{}`;
