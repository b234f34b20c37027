import { writeFileSync } from 'node:fs';

/** Vitest's report of a run holds no errors that belong to no test, and not which tests needed a second try: both are kept beside it. */
export default class {
  onTestRunEnd(modules, errors) {
    const unhandled = errors.map(({ type, message, stack, VITEST_TEST_NAME: test, VITEST_TEST_PATH: file }) =>
      [`${type ?? 'Error'}: ${message}`, file && `while ${file} ran${test ? `, after "${test}"` : ''}`, stack]
        .filter(Boolean)
        .join('\n'),
    );
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${module.relativeModuleId}: ${test.fullName}`),
    );
    writeFileSync('test-results/beside.json', JSON.stringify({ unhandled, flaky }));
  }
}
