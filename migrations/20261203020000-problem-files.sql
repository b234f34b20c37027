-- Which of a document's files could not be read, or what inside of a ZIP; null where it is none of them.
alter table assistant_document add column problem_file text;
