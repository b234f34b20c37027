export { MyJobs } from './my-jobs.tsx';
