-- A tiny picture as a data: address, shown while the real one loads. Pictures from before have none.
alter table resource_image add column placeholder text;
