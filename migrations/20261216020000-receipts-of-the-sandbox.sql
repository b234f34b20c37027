-- Receipts of the sandbox led to the page where its results are chosen; they have a page of their own.
update payment
set receipt_url = receipt_url || '/receipt'
where gateway = 'sandbox' and receipt_url like '%/payment/sandbox/%' and receipt_url not like '%/receipt';
