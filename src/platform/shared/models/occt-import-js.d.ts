declare module 'occt-import-js' {
  const start: import('./step.ts').StartStepLibrary;
  export default start;
}
