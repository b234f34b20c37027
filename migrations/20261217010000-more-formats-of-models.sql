-- glTF texts and ONNX models could be uploaded before they were read.
insert into resource_model (file_id, stored_at)
select id, created_at from resource_file where name ilike '%.gltf' or name ilike '%.onnx'
on conflict do nothing;
