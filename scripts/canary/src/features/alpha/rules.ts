import '../alpha/rules.test.ts';
import '../../../demo/users.ts';
import './missing.ts';
export const rules = 1;
