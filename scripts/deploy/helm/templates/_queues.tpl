{{- /* Every queue, as in shared/kernel/queue/queueNames.ts: each must have exactly one group. */ -}}
{{- define "shop.queues" -}}
pay-submit pay-ask pay-event pay-sync pay-refund order-timeout trade notify sms mail social im logistics invoice vod website analytics maintenance control
{{- end -}}

{{- define "shop.checkQueues" -}}
{{- $groupOf := dict -}}
{{- range $group, $its := .Values.workers.groups -}}
{{- range $queue := $its.queues -}}
{{- with get $groupOf $queue -}}
{{- fail (printf "workers.groups.%s.queues: %s is in workers.groups.%s too; name each queue once" $group $queue .) -}}
{{- end -}}
{{- $_ := set $groupOf $queue $group -}}
{{- end -}}
{{- if lt (int $its.maxReplicas) (int $its.replicas) -}}
{{- fail (printf "workers.groups.%s.maxReplicas: is less than its replicas" $group) -}}
{{- end -}}
{{- end -}}
{{- range $queue := splitList " " (include "shop.queues" .) -}}
{{- if not (hasKey $groupOf $queue) -}}
{{- fail (printf "workers.groups: no group takes %s; add it to the queues of one" $queue) -}}
{{- end -}}
{{- end -}}
{{- end -}}
