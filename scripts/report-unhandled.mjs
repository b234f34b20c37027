import { writeFileSync } from 'node:fs';

/** Vitest's report lacks errors outside of tests, and the list of retried tests: both are written to files next to it. */
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
