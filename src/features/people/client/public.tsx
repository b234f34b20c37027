export { LoginNeeded } from './login-needed.tsx';
